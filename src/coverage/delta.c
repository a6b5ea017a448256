/* delta.c - the bytes of a delta (delta.h), written and read.
 *
 * A head, then sections: modules, locations, requirements, and for each
 * combinatorial metric members and rows; at the end a hash of all bytes before
 * it.  The head:
 *   u32 magic, version; u64 size of all; u64 hash of the metrics' names;
 *   for modules, locations, requirements, and for each combinatorial metric
 *   its members and its rows: u32 known before, u32 in this delta. */
#include "coverage/delta.h"

#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC UINT32_C(0x444c4452) /* "RDLD" */
#define N_SECTIONS (3 + 2 * RDL_N_COMBINATORIAL)
#define HEAD (2 * 4 + 2 * 8 + N_SECTIONS * 2 * 4)
#define TAIL 8
#define MODULE (RDL_COVERAGE_BUILD_ID + 1 + RDL_COVERAGE_PATH)

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are bytes");
_Static_assert(sizeof(struct rdl_coverage_module) == MODULE, "no padding");

/* Keys contain numbers of metrics; this hash identifies their meaning. */
static uint64_t delta_metrics(void)
{
    uint64_t hash = 0;

    for (size_t i = 0; rdl_metric_at(i) != NULL; i++)
        hash = rdl_mix(hash, rdl_hash_text(rdl_metric_at(i)->name));
    for (size_t i = 0; rdl_combinatorial_at(i) != NULL; i++)
        hash = rdl_mix(hash, rdl_hash_text(rdl_combinatorial_at(i)->name));
    return hash;
}

static uint64_t delta_checksum(const unsigned char *bytes, size_t size)
{
    uint64_t hash = size;

    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;

        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        hash = rdl_mix(hash, word);
    }
    return hash;
}

void rdl_delta_free(struct rdl_delta *d)
{
    free(d->bytes);
    *d = (struct rdl_delta){ .bytes = NULL };
}

/* --- Writing -------------------------------------------------------------- */

static void delta_put(struct rdl_delta_writer *w, struct rdl_delta_bytes *to,
                      const void *from, size_t size)
{
    if (to->room - to->size < size) {
        const size_t room = 2 * to->room + size + 4096;
        unsigned char *more = w->failed ? NULL : realloc(to->bytes, room);

        if (more == NULL) {
            w->failed = true;
            return;
        }
        to->bytes = more;
        to->room = room;
    }
    memcpy(to->bytes + to->size, from, size);
    to->size += size;
}

void rdl_delta_write_module(struct rdl_delta_writer *w,
                            const struct rdl_coverage_module *module)
{
    struct rdl_coverage_module m = *module; /* the target can write there */

    m.path[sizeof(m.path) - 1] = '\0';
    if (m.build_id_size > sizeof(m.build_id))
        m.build_id_size = sizeof(m.build_id);
    delta_put(w, &w->modules, &m, sizeof(m));
    w->modules.n++;
}

void rdl_delta_write_location(struct rdl_delta_writer *w, uint64_t key)
{
    delta_put(w, &w->locations, &key, sizeof(key));
    w->locations.n++;
}

void rdl_delta_write_requirement(struct rdl_delta_writer *w,
                                 const struct rdl_delta_requirement *r)
{
    const uint8_t estimated = r->estimated;

    delta_put(w, &w->requirements, &r->number, 4);
    delta_put(w, &w->requirements, &r->key, 8);
    delta_put(w, &w->requirements, &r->first, 8);
    delta_put(w, &w->requirements, &r->hits, sizeof(r->hits));
    delta_put(w, &w->requirements, &estimated, 1);
    w->requirements.n++;
}

void rdl_delta_write_member(struct rdl_delta_writer *w, unsigned kind,
                            uint32_t requirement)
{
    delta_put(w, &w->members[kind], &requirement, 4);
    w->members[kind].n++;
}

void rdl_delta_write_row(struct rdl_delta_writer *w,
                         const struct rdl_delta_row *row)
{
    struct rdl_delta_bytes *to = &w->rows[row->kind];
    const uint32_t words = (uint32_t)row->n_words;

    delta_put(w, to, &row->member, 4);
    delta_put(w, to, &words, 4);
    delta_put(w, to, row->partners, 8 * row->n_words);
    to->n++;
}

struct section { /* of a writer */
    struct rdl_delta_bytes *bytes;
    uint32_t since;
};

static void delta_sections(struct rdl_delta_writer *w,
                           struct section list[N_SECTIONS])
{
    size_t n = 0;

    list[n++] = (struct section){ &w->modules, w->since.modules };
    list[n++] = (struct section){ &w->locations, w->since.locations };
    list[n++] = (struct section){ &w->requirements, w->since.requirements };
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++) {
        list[n++] = (struct section){ &w->members[i], w->since.members[i] };
        list[n++] = (struct section){ &w->rows[i], 0 };
    }
}

static size_t delta_head(const struct section list[N_SECTIONS], uint64_t size,
                         unsigned char *out)
{
    const uint32_t words[2] = { MAGIC, RDL_DELTA_VERSION };
    const uint64_t metrics = delta_metrics();
    size_t at = 0;

    memcpy(out + at, words, 8);
    memcpy(out + (at += 8), &size, 8);
    memcpy(out + (at += 8), &metrics, 8);
    at += 8;
    for (size_t i = 0; i < N_SECTIONS; i++) {
        memcpy(out + at, &list[i].since, 4);
        memcpy(out + at + 4, &list[i].bytes->n, 4);
        at += 8;
    }
    return at;
}

int rdl_delta_write_end(struct rdl_delta_writer *w, struct rdl_delta *out)
{
    struct section list[N_SECTIONS];
    size_t size = HEAD + TAIL, at;
    uint64_t hash;

    delta_sections(w, list);
    for (size_t i = 0; i < N_SECTIONS; i++)
        size += list[i].bytes->size;
    *out = (struct rdl_delta){
        .bytes = w->failed ? NULL : malloc(size),
        .size = size,
    };
    if (out->bytes != NULL) {
        at = delta_head(list, size, out->bytes);
        for (size_t i = 0; i < N_SECTIONS; i++) {
            if (list[i].bytes->size > 0)
                memcpy(out->bytes + at, list[i].bytes->bytes,
                       list[i].bytes->size);
            at += list[i].bytes->size;
        }
        hash = delta_checksum(out->bytes, at);
        memcpy(out->bytes + at, &hash, TAIL);
    }
    for (size_t i = 0; i < N_SECTIONS; i++)
        free(list[i].bytes->bytes);
    *w = (struct rdl_delta_writer){ .failed = false };
    if (out->bytes != NULL)
        return 0;
    out->size = 0;
    return -ENOMEM;
}

/* --- Reading -------------------------------------------------------------- */

struct cursor {
    const unsigned char *at;
    size_t left;
};

/* False: fewer bytes are left. */
static bool delta_get(struct cursor *c, void *to, size_t size)
{
    if (c->left < size)
        return false;
    memcpy(to, c->at, size);
    c->at += size;
    c->left -= size;
    return true;
}

struct head {
    struct rdl_delta_counts since, all;
    /* In this delta: */
    uint32_t modules, locations, requirements;
    uint32_t members[RDL_N_COMBINATORIAL], rows[RDL_N_COMBINATORIAL];
};

/* Known before and in this delta; false: more than possible. */
static bool delta_section(struct cursor *c, uint32_t *since, uint32_t *n,
                          uint32_t *all)
{
    if (!delta_get(c, since, 4) || !delta_get(c, n, 4) ||
        *since > UINT32_MAX / 4 || *n > UINT32_MAX / 4)
        return false;
    *all = *since + *n;
    return true;
}

static bool delta_read_head(struct cursor *c, const struct rdl_delta *d,
                            struct head *h)
{
    uint32_t magic, version, unused;
    uint64_t size, metrics, hash;
    bool good;

    if (d->size < HEAD + TAIL)
        return false;
    delta_get(c, &magic, 4);
    delta_get(c, &version, 4);
    delta_get(c, &size, 8);
    delta_get(c, &metrics, 8);
    if (magic != MAGIC || version != RDL_DELTA_VERSION || size != d->size ||
        metrics != delta_metrics())
        return false;
    memcpy(&hash, d->bytes + d->size - TAIL, TAIL);
    if (hash != delta_checksum(d->bytes, d->size - TAIL))
        return false;
    c->left -= TAIL;
    good = delta_section(c, &h->since.modules, &h->modules, &h->all.modules) &&
           delta_section(c, &h->since.locations, &h->locations,
                         &h->all.locations) &&
           delta_section(c, &h->since.requirements, &h->requirements,
                         &h->all.requirements);
    for (size_t i = 0; good && i < RDL_N_COMBINATORIAL; i++)
        good = delta_section(c, &h->since.members[i], &h->members[i],
                             &h->all.members[i]) &&
               delta_section(c, &unused, &h->rows[i], &unused);
    return good;
}

/* Reads the sections: called once with an empty reader to see whether all is
 * there, and once for the reader.  0, -EINVAL or -ECANCELED. */

static int delta_read_places(struct cursor *c, const struct head *h,
                             const struct rdl_delta_reader *r)
{
    for (uint32_t i = 0; i < h->modules; i++) {
        struct rdl_coverage_module m;

        if (!delta_get(c, &m, sizeof(m)) ||
            m.build_id_size > sizeof(m.build_id) ||
            m.path[sizeof(m.path) - 1] != '\0')
            return -EINVAL;
        if (r->module != NULL && !r->module(r->data, h->since.modules + i, &m))
            return -ECANCELED;
    }
    for (uint32_t i = 0; i < h->locations; i++) {
        uint64_t key;

        if (!delta_get(c, &key, 8))
            return -EINVAL;
        if (r->location != NULL &&
            !r->location(r->data, RDL_LOC_FIRST + h->since.locations + i, key))
            return -ECANCELED;
    }
    return 0;
}

/* New ones are consecutive; others may be between or before them. */
static int delta_read_requirements(struct cursor *c, struct head *h,
                                   const struct rdl_delta_reader *r)
{
    uint32_t last = 0, known = h->since.requirements;

    for (uint32_t i = 0; i < h->requirements; i++) {
        struct rdl_delta_requirement q;
        uint8_t estimated;

        if (!delta_get(c, &q.number, 4) || !delta_get(c, &q.key, 8) ||
            !delta_get(c, &q.first, 8) ||
            !delta_get(c, &q.hits, sizeof(q.hits)) ||
            !delta_get(c, &estimated, 1) || estimated > 1 || q.number <= last ||
            q.number > known + 1)
            return -EINVAL;
        last = q.number;
        known += q.number == known + 1;
        q.estimated = estimated != 0;
        if (r->requirement != NULL && !r->requirement(r->data, &q))
            return -ECANCELED;
    }
    h->all.requirements = known;
    return 0;
}

static int delta_read_rows(struct cursor *c, const struct head *h,
                           unsigned kind, const struct rdl_delta_reader *r,
                           uint64_t *row, size_t most)
{
    for (uint32_t i = 0; i < h->rows[kind]; i++) {
        struct rdl_delta_row q = { .kind = kind, .partners = row };
        uint32_t words;

        if (!delta_get(c, &q.member, 4) || !delta_get(c, &words, 4) ||
            q.member == 0 || q.member > h->all.members[kind] || words > most ||
            !delta_get(c, row, 8 * (size_t)words))
            return -EINVAL;
        q.n_words = words;
        if (r->row != NULL && !r->row(r->data, &q))
            return -ECANCELED;
    }
    return 0;
}

static int delta_read_pairs(struct cursor *c, const struct head *h,
                            unsigned kind, const struct rdl_delta_reader *r)
{
    const size_t most = rdl_bits_words(h->all.members[kind]);
    uint64_t *row;
    int error;

    for (uint32_t i = 0; i < h->members[kind]; i++) {
        uint32_t requirement;

        if (!delta_get(c, &requirement, 4))
            return -EINVAL;
        if (r->member != NULL &&
            !r->member(r->data, kind, h->since.members[kind] + i + 1,
                       requirement))
            return -ECANCELED;
    }
    /* At most as long as the bytes that are left: a forged head must not cause
     * a large allocation. */
    row = malloc(8 * (most < c->left / 8 ? most : c->left / 8) + 8);
    if (row == NULL)
        return -ENOMEM;
    error = delta_read_rows(c, h, kind, r, row,
                            most < c->left / 8 ? most : c->left / 8);
    free(row);
    return error;
}

static int delta_read_sections(struct cursor c, struct head *h,
                               const struct rdl_delta_reader *r)
{
    int error = delta_read_places(&c, h, r);

    if (error == 0)
        error = delta_read_requirements(&c, h, r);
    for (unsigned i = 0; error == 0 && i < RDL_N_COMBINATORIAL; i++)
        error = delta_read_pairs(&c, h, i, r);
    if (error == 0 && c.left > 0)
        error = -EINVAL;
    return error;
}

int rdl_delta_read(const struct rdl_delta *d,
                   const struct rdl_delta_reader *reader)
{
    const struct rdl_delta_reader nobody = { .data = NULL };
    struct cursor c = { .at = d->bytes, .left = d->size };
    struct head h = { .modules = 0 };
    int error = delta_read_head(&c, d, &h) ? 0 : -EINVAL;

    if (error == 0)
        error = delta_read_sections(c, &h, &nobody);
    if (error == 0 && reader->begin != NULL &&
        !reader->begin(reader->data, &h.since, &h.all))
        error = -ECANCELED;
    if (error == 0)
        error = delta_read_sections(c, &h, reader);
    return error;
}
