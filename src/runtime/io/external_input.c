/* external_input.c - the sequence of inputs; see external_input.h. */
#include "runtime/io/external_input.h"

#include "runtime/core/interceptor.h"
#include "runtime/observe/log.h"

#include <string.h>

static uint64_t served; /* bytes of RDL_REPLAY_INPUTS consumed */
static bool full;       /* something could not be recorded */

static const struct rdl_region *input_replay_region(void)
{
    return &rdl_shared->regions[RDL_REPLAY_INPUTS];
}

bool rdl_external_input_serving(void)
{
    return rdl_log_replays() && input_replay_region()->used > 0;
}

static uint64_t input_size_of(const struct rdl_input *entry)
{
    return sizeof(*entry) + (((uint64_t)entry->length + 7) & ~UINT64_C(7));
}

/* The entry at `at`, NULL after the last.  The driver checked the file, but a
 * wild write of the target may have hit the region. */
static const struct rdl_input *input_entry_at(uint64_t at)
{
    const char *data = rdl_shared_data(rdl_shared, RDL_REPLAY_INPUTS);
    const struct rdl_input *entry = (const void *)(data + at);
    uint64_t left = input_replay_region()->used - at;

    if (left < sizeof(*entry))
        return NULL;
    if (input_size_of(entry) > left)
        rdl_log_diverged("the recorded input is damaged");
    return entry;
}

static const struct rdl_input *input_next_entry(void)
{
    const struct rdl_input *entry;

    if (!rdl_external_input_serving())
        return NULL;
    entry = input_entry_at(served);
    while (entry != NULL && entry->call >= RDL_OUTSIDE) {
        served += input_size_of(entry);
        entry = input_entry_at(served);
    }
    return entry;
}

bool rdl_external_input_exhausted(void)
{
    return rdl_external_input_serving() && input_next_entry() == NULL;
}

bool rdl_external_input_due(rdl_tid tid, unsigned call)
{
    const struct rdl_input *entry = input_next_entry();

    return entry != NULL && entry->step == rdl_steps && entry->tid == tid &&
           entry->call == call;
}

int64_t rdl_external_input_peek(void)
{
    const struct rdl_input *entry = input_next_entry();

    return entry != NULL ? entry->result : 0;
}

/* Space for an entry with `length` bytes, NULL if the region is full: from then
 * on nothing is recorded, because a record with a gap cannot be served. */
static struct rdl_input *input_append(size_t length)
{
    struct rdl_region *r = &rdl_shared->regions[RDL_TRACE_INPUTS];
    char *data = rdl_shared_data(rdl_shared, RDL_TRACE_INPUTS);
    size_t size = sizeof(struct rdl_input) + length;
    struct rdl_input *entry = (void *)(data + r->used);

    if (full)
        return NULL;
    if (length > UINT32_MAX || r->capacity - r->used < size) {
        full = true;
        r->used = r->capacity; /* incomplete: the driver sees it */
        rdl_note(RDL_NOTE_INPUT_LOST,
                 "more came from outside than the schedule can hold: this "
                 "execution cannot be replayed",
                 0);
        return NULL;
    }
    r->used += size;
    return entry;
}

static char *input_put(char *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static char *input_put_piece(char *to, const void *from, size_t size)
{
    uint32_t n = (uint32_t)size;

    return input_put(input_put(to, &n, sizeof(n)), from, size);
}

static char *input_put_scattered(char *to, const struct rdl_pieces *p)
{
    uint32_t left = (uint32_t)p->bytes;

    to = input_put(to, &left, sizeof(left));
    for (size_t i = 0; i < p->n_data && left > 0; i++) {
        size_t n = p->data[i].iov_len < left ? p->data[i].iov_len : left;

        to = input_put(to, p->data[i].iov_base, n);
        left -= (uint32_t)n;
    }
    return to;
}

static size_t input_length_of(const struct rdl_pieces *p)
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

void rdl_external_input_record(rdl_tid tid, unsigned call, int64_t result,
                               const struct rdl_pieces *pieces)
{
    size_t length = input_length_of(pieces);
    struct rdl_input *entry = input_append(length);
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
        to = input_put_piece(to, pieces->fixed[i].iov_base,
                             pieces->fixed[i].iov_len);
    if (pieces != NULL && pieces->data != NULL)
        input_put_scattered(to, pieces);
}

/* A replay's own trace is as complete as the recording. */
static void input_again(const struct rdl_input *entry)
{
    struct rdl_input *copy = input_append(entry->length);

    if (copy != NULL)
        memcpy(copy, entry, sizeof(*entry) + entry->length);
}

/* The bytes of an entry that were not consumed yet. */
struct rest {
    const char *at, *end;
};

/* Size of the next piece, which must fit into `room`. */
static size_t input_next_size(struct rest *r, size_t room)
{
    uint32_t size = 0;

    if ((size_t)(r->end - r->at) >= sizeof(size)) {
        memcpy(&size, r->at, sizeof(size));
        r->at += sizeof(size);
    }
    if (size > room || size > (size_t)(r->end - r->at))
        rdl_log_diverged("the recorded input is of another size");
    return size;
}

static void input_take(struct rest *r, void *to, size_t size)
{
    memcpy(to, r->at, size);
    r->at += size;
}

static void input_take_scattered(struct rest *r, struct rdl_pieces *p)
{
    size_t left = input_next_size(r, p->bytes);

    p->bytes = left;
    for (size_t i = 0; i < p->n_data && left > 0; i++) {
        size_t n = p->data[i].iov_len < left ? p->data[i].iov_len : left;

        input_take(r, p->data[i].iov_base, n);
        left -= n;
    }
}

int64_t rdl_external_input_serve(rdl_tid tid, unsigned call,
                                 struct rdl_pieces *pieces)
{
    const struct rdl_input *entry = input_next_entry();
    struct rest rest;

    if (entry == NULL)
        rdl_log_diverged("more is asked of the outside than was recorded");
    if (!rdl_external_input_due(tid, call))
        rdl_log_diverged("another call to the outside");
    input_again(entry);
    rest.at = (const char *)(entry + 1);
    rest.end = rest.at + entry->length;
    for (size_t i = 0; pieces != NULL && i < pieces->n; i++) {
        struct iovec *piece = &pieces->fixed[i];

        piece->iov_len = input_next_size(&rest, piece->iov_len);
        input_take(&rest, piece->iov_base, piece->iov_len);
    }
    if (pieces != NULL && pieces->data != NULL)
        input_take_scattered(&rest, pieces);
    served += input_size_of(entry);
    return entry->result;
}
