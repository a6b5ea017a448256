/* io_record.c - the sequence of inputs; see io_record.h for what it means. */
#include "runtime/io_record.h"

#include "runtime/engine.h"
#include "runtime/sched.h"

#include <string.h>

static uint64_t served; /* bytes of RDL_REPLAY_INPUTS consumed */
static bool full;       /* something could not be recorded */

static const struct rdl_region *replay_region(void)
{
    return &rdl_shared->regions[RDL_REPLAY_INPUTS];
}

bool rdl_input_serving(void)
{
    return rdl_trace_replays() && replay_region()->used > 0;
}

static uint64_t size_of(const struct rdl_input *entry)
{
    return sizeof(*entry) + (((uint64_t)entry->length + 7) & ~UINT64_C(7));
}

/* The entry at `at`, NULL behind the last.  The driver checked the file, but a
 * wild write of the target may have hit the region. */
static const struct rdl_input *entry_at(uint64_t at)
{
    const char *data = rdl_shared_data(rdl_shared, RDL_REPLAY_INPUTS);
    const struct rdl_input *entry = (const void *)(data + at);
    uint64_t left = replay_region()->used - at;

    if (left < sizeof(*entry))
        return NULL;
    if (size_of(entry) > left)
        rdl_trace_diverged("the recorded input is damaged");
    return entry;
}

static const struct rdl_input *next_entry(void)
{
    const struct rdl_input *entry;

    if (!rdl_input_serving())
        return NULL;
    entry = entry_at(served);
    while (entry != NULL && entry->call >= RDL_OUTSIDE) {
        served += size_of(entry);
        entry = entry_at(served);
    }
    return entry;
}

bool rdl_input_exhausted(void)
{
    return rdl_input_serving() && next_entry() == NULL;
}

bool rdl_input_due(rdl_tid tid, unsigned call)
{
    const struct rdl_input *entry = next_entry();

    return entry != NULL && entry->step == rdl_steps && entry->tid == tid &&
           entry->call == call;
}

int64_t rdl_input_peek(void)
{
    const struct rdl_input *entry = next_entry();

    return entry != NULL ? entry->result : 0;
}

/* Room for an entry with `length` bytes, NULL if the region is full: from then
 * on nothing is recorded, for a record with a hole cannot be served. */
static struct rdl_input *append(size_t length)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_INPUTS];
    char *data = rdl_shared_data(rdl_shared, RDL_TRACE_INPUTS);
    size_t size = sizeof(struct rdl_input) + length;
    struct rdl_input *entry = (void *)(data + r->used);

    if (full)
        return NULL;
    if (length > UINT32_MAX || r->capacity - r->used < size) {
        full = true;
        r->used = r->capacity; /* not whole: the driver sees it */
        rdl_note("input-lost",
                 "more came from outside than the schedule can hold: this "
                 "execution cannot be replayed",
                 0);
        return NULL;
    }
    r->used += size;
    return entry;
}

static char *put(char *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static char *put_piece(char *to, const void *from, size_t size)
{
    uint32_t n = (uint32_t)size;

    return put(put(to, &n, sizeof(n)), from, size);
}

static char *put_scattered(char *to, const struct rdl_pieces *p)
{
    uint32_t left = (uint32_t)p->bytes;

    to = put(to, &left, sizeof(left));
    for (size_t i = 0; i < p->n_data && left > 0; i++) {
        size_t n = p->data[i].iov_len < left ? p->data[i].iov_len : left;

        to = put(to, p->data[i].iov_base, n);
        left -= (uint32_t)n;
    }
    return to;
}

static size_t length_of(const struct rdl_pieces *p)
{
    size_t length = 0;

    if (p == NULL)
        return 0;
    for (size_t i = 0; i < p->n; i++)
        length += sizeof(uint32_t) + p->fixed[i].iov_len;
    if (p->data != NULL)
        length += sizeof(uint32_t) + p->bytes;
    return (length + 7) & ~(size_t)7;
}

void rdl_input_record(rdl_tid tid, unsigned call, int64_t result,
                      const struct rdl_pieces *pieces)
{
    size_t length = length_of(pieces);
    struct rdl_input *entry = append(length);
    char *to;

    if (entry == NULL)
        return;
    *entry = (struct rdl_input){
        .step = rdl_steps,
        .result = result,
        .length = (uint32_t)length,
        .tid = tid,
        .call = (uint16_t)call,
    };
    to = (char *)(entry + 1);
    memset(to, 0, length);
    for (size_t i = 0; pieces != NULL && i < pieces->n; i++)
        to = put_piece(to, pieces->fixed[i].iov_base, pieces->fixed[i].iov_len);
    if (pieces != NULL && pieces->data != NULL)
        put_scattered(to, pieces);
}

/* A replay's own trace is as complete as the one it follows. */
static void record_again(const struct rdl_input *entry)
{
    struct rdl_input *copy = append(entry->length);

    if (copy != NULL)
        memcpy(copy, entry, sizeof(*entry) + entry->length);
}

/* The bytes of an entry that were not taken yet. */
struct rest {
    const char *at, *end;
};

/* Size of the next piece, which must fit into `room`. */
static size_t next_size(struct rest *r, size_t room)
{
    uint32_t size = 0;

    if ((size_t)(r->end - r->at) >= sizeof(size)) {
        memcpy(&size, r->at, sizeof(size));
        r->at += sizeof(size);
    }
    if (size > room || size > (size_t)(r->end - r->at))
        rdl_trace_diverged("the recorded input is of another size");
    return size;
}

static void take(struct rest *r, void *to, size_t size)
{
    memcpy(to, r->at, size);
    r->at += size;
}

static void take_scattered(struct rest *r, struct rdl_pieces *p)
{
    size_t left = next_size(r, p->bytes);

    p->bytes = left;
    for (size_t i = 0; i < p->n_data && left > 0; i++) {
        size_t n = p->data[i].iov_len < left ? p->data[i].iov_len : left;

        take(r, p->data[i].iov_base, n);
        left -= n;
    }
}

int64_t rdl_input_serve(rdl_tid tid, unsigned call, struct rdl_pieces *pieces)
{
    const struct rdl_input *entry = next_entry();
    struct rest rest;

    if (entry == NULL)
        rdl_trace_diverged("more is asked of the outside than was recorded");
    if (!rdl_input_due(tid, call))
        rdl_trace_diverged("another call to the outside");
    record_again(entry);
    rest.at = (const char *)(entry + 1);
    rest.end = rest.at + entry->length;
    for (size_t i = 0; pieces != NULL && i < pieces->n; i++) {
        struct iovec *piece = &pieces->fixed[i];

        piece->iov_len = next_size(&rest, piece->iov_len);
        take(&rest, piece->iov_base, piece->iov_len);
    }
    if (pieces != NULL && pieces->data != NULL)
        take_scattered(&rest, pieces);
    served += size_of(entry);
    return entry->result;
}
