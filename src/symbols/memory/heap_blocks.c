/* heap_blocks.c - names of heap blocks in an observed execution, by where they
 * were allocated: alloc_site.c finds out what they are.  Blocks with the same
 * name have numbers in the order of allocation.  That order depends on the
 * schedule, not on addresses. */
#include "symbols/internal.h"

#include "base/hash.h"
#include "base/text.h"
#include "util/alloc.h"
#include "symbols/stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 16      /* limit for a site */
#define MOST_READ 256  /* limit of sites whose code is followed */
#define MOST_BACK 1024 /* limit of a search for a block */

struct block_site {
    uintptr_t frames[FRAMES];
    size_t n_frames;
    struct symbol_block_type type;
    struct rdl_place places[2]; /* where it is, and the call around it */
    const char *name;           /* of its blocks, without their numbers */
    uint32_t like;              /* the first site with the same name */
    /* Number of blocks of all sites with that name, in the first. */
    uint32_t blocks;
};

struct block {
    uintptr_t start;
    uint64_t size;
    uint32_t site;
    uint32_t nth; /* among those with the same name, from 1 */
};

struct symbol_blocks {
    struct block *all; /* in the order of allocation, then by address */
    size_t n;
    struct block_site *sites;
    size_t n_sites;
    uint32_t *slots; /* hash table: number of a site + 1 */
    size_t n_slots;
    bool named;
};

/* --- Taking them in ------------------------------------------------------- */

static uint64_t blocks_hash_frames(const uintptr_t *frames, size_t n)
{
    uint64_t h = n;

    for (size_t i = 0; i < n; i++)
        h = rdl_mix(h, frames[i]);
    return h;
}

static uint32_t blocks_site_of(struct symbol_blocks *b, const uintptr_t *frames,
                               size_t n)
{
    size_t k = blocks_hash_frames(frames, n) % b->n_slots;
    struct block_site *site;

    for (; b->slots[k] != 0; k = (k + 1) % b->n_slots) {
        site = &b->sites[b->slots[k] - 1];
        if (site->n_frames == n &&
            memcmp(site->frames, frames, n * sizeof(*frames)) == 0)
            return b->slots[k] - 1;
    }
    site = &b->sites[b->n_sites];
    *site = (struct block_site){ .n_frames = n };
    memcpy(site->frames, frames, n * sizeof(*frames));
    b->slots[k] = (uint32_t)++b->n_sites;
    return b->slots[k] - 1;
}

/* Does realloc report that a block stayed where it is? */
static bool blocks_is_resized(const struct rdl_extra *made,
                              const struct rdl_extra *before)
{
    return before->kind == RDL_EXTRA_FREE &&
           before->block.addr == made->block.addr &&
           before->step == made->step && before->tid == made->tid;
}

/* The latest block that began there; NULL if there is none among the latest. */
static struct block *blocks_latest_at(struct symbol_blocks *b, uintptr_t start)
{
    const size_t oldest = b->n > MOST_BACK ? b->n - MOST_BACK : 0;

    for (size_t i = b->n; i > oldest; i--) {
        if (b->all[i - 1].start == start)
            return &b->all[i - 1];
    }
    return NULL;
}

static bool blocks_is_made(const struct rdl_extra *x)
{
    return x->kind == RDL_EXTRA_MADE && x->block.size > 0;
}

/* The block that is made there, and its calls, which follow. */
static void blocks_take_block(struct symbol_blocks *b,
                              const struct rdl_trace *trace, size_t i)
{
    const struct rdl_extra *x = &trace->extras[i];
    uintptr_t frames[FRAMES] = { x->block.pc };
    size_t n_frames = 1;
    struct block *old;

    for (size_t k = i + 1;
         k < trace->n_extras && trace->extras[k].kind == RDL_EXTRA_MADE_FOR;
         k++) {
        if (n_frames < FRAMES)
            frames[n_frames++] = trace->extras[k].block.pc;
    }
    old = i > 0 && blocks_is_resized(x, x - 1)
              ? blocks_latest_at(b, x->block.addr)
              : NULL;
    if (old != NULL)
        old->size = old->size > x->block.size ? old->size : x->block.size;
    else
        b->all[b->n++] =
            (struct block){ .start = x->block.addr,
                            .size = x->block.size,
                            .site = blocks_site_of(b, frames, n_frames) };
}

void rdl_symbols_blocks_take(struct symbol_traced *w,
                             const struct rdl_trace *trace)
{
    struct symbol_blocks *b = rdl_alloc(sizeof(*b));
    size_t made = 0;

    for (size_t i = 0; i < trace->n_extras; i++)
        made += blocks_is_made(&trace->extras[i]);
    w->blocks = b;
    if (made == 0)
        return;
    b->all = rdl_alloc(made * sizeof(*b->all));
    b->sites = rdl_alloc(made * sizeof(*b->sites));
    b->n_slots = 2 * made;
    b->slots = rdl_alloc(b->n_slots * sizeof(*b->slots));
    for (size_t i = 0; i < trace->n_extras; i++) {
        if (blocks_is_made(&trace->extras[i]))
            blocks_take_block(b, trace, i);
    }
}

void rdl_symbols_blocks_free(struct symbol_traced *w)
{
    if (w->blocks == NULL)
        return;
    free(w->blocks->all);
    free(w->blocks->sites);
    free(w->blocks->slots);
    free(w->blocks);
    w->blocks = NULL;
}

/* --- What they are -------------------------------------------------------- */

/* The names of blocks whose type is not known begin so. */
#define BLOCK "block"
#define ALLOCATED " allocated "

/* "block allocated at bank.c:31", "block allocated in account_new()". */
static const char *blocks_name_by_place(struct rdl_symbols *s,
                                        const struct rdl_place *p)
{
    char text[256];

    if (p->file != NULL && p->line > 0)
        snprintf(text, sizeof(text), BLOCK ALLOCATED "at %s:%u",
                 rdl_text_base_name(p->file), p->line);
    else if (p->function != NULL)
        snprintf(text, sizeof(text), BLOCK ALLOCATED "in %s%s", p->function,
                 strchr(p->function, '(') == NULL ? "()" : "");
    else if (p->module != NULL)
        snprintf(text, sizeof(text), BLOCK ALLOCATED "at %s+0x%lx", p->module,
                 (unsigned long)p->offset);
    else
        return NULL;
    return rdl_symbols_keep(s, text);
}

static void blocks_site_read(struct rdl_symbols *s, struct block_site *site,
                             uint64_t size, bool source)
{
    if (source)
        rdl_symbols_site(s, site->frames, site->n_frames, size, &site->type,
                         site->places);
    for (size_t i = 0; i < site->n_frames && !source; i++) {
        rdl_symbols_find(s, site->frames[i], &site->places[0]);
        if (rdl_stack_own(&site->places[0]))
            break;
    }
    site->name = site->type.name != NULL
                     ? site->type.name
                     : blocks_name_by_place(s, &site->places[0]);
}

static int blocks_by_start(const void *a, const void *b)
{
    const struct block *p = a, *q = b;

    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return p->nth < q->nth ? -1 : p->nth > q->nth;
}

/* The first site whose blocks have the same name as those of `at`. */
static uint32_t blocks_first_like(const struct symbol_blocks *b, uint32_t at)
{
    const struct block_site *site = &b->sites[at];

    for (uint32_t i = 0; i < at && site->name != NULL; i++) {
        if (b->sites[i].name != NULL &&
            strcmp(b->sites[i].name, site->name) == 0)
            return i;
    }
    return at;
}

static void blocks_name_all(struct rdl_symbols *s, struct symbol_blocks *b)
{
    uint32_t known = 0; /* sites; they appear in the order of their blocks */

    if (b->named)
        return;
    b->named = true;
    for (size_t i = 0; i < b->n; i++) {
        struct block_site *site = &b->sites[b->all[i].site];

        if (b->all[i].site == known) {
            blocks_site_read(s, site, b->all[i].size, known < MOST_READ);
            site->like = blocks_first_like(b, known++);
        }
        b->all[i].nth = ++b->sites[site->like].blocks;
    }
    qsort(b->all, b->n, sizeof(*b->all), blocks_by_start);
}

/* --- Asking ----------------------------------------------------------------
 */

static bool blocks_holds(const struct block *k, uintptr_t addr)
{
    return addr - k->start < k->size;
}

/* If all blocks that ever contained addr have the same name: one of them, and
 * whether it is the only one.  NULL otherwise, or if there are none. */
static const struct block *blocks_block_at(struct rdl_symbols *s,
                                           uintptr_t addr, bool *only)
{
    struct symbol_blocks *b = rdl_symbols_traced(s)->blocks;
    const struct block *found = NULL;
    size_t low = 0, high;

    if (b == NULL || b->n == 0)
        return NULL;
    blocks_name_all(s, b);
    for (high = b->n; low < high;) {
        size_t middle = (low + high) / 2;

        if (b->all[middle].start <= addr)
            low = middle + 1;
        else
            high = middle;
    }
    *only = true;
    /* A block may begin inside one of another time; the search stays near. */
    for (size_t asked = 0; low > 0 && asked < 64; low--, asked++) {
        const struct block *k = &b->all[low - 1];

        if (!blocks_holds(k, addr))
            continue;
        if (found != NULL &&
            (k->start != found->start ||
             b->sites[k->site].like != b->sites[found->site].like))
            return NULL;
        *only = found == NULL;
        found = k;
    }
    return found;
}

/* Does the type agree with this block's size, as with the first one's? */
static bool blocks_fits(const struct symbol_block_type *type, uint64_t size)
{
    if (type->exact)
        return type->element > 0 && type->element == size;
    return type->element > 0 && type->element <= size &&
           (type->single || size % type->element == 0);
}

static const char *blocks_called(struct rdl_symbols *s,
                                 const struct block_site *site,
                                 const struct block *k)
{
    if (site->type.name == NULL || blocks_fits(&site->type, k->size))
        return site->name;
    return blocks_name_by_place(s, &site->places[0]);
}

/* "account#2", "block#2 allocated at bank.c:31"; nth 0: without a number. */
static void blocks_add_name(struct rdl_append *t, const char *name,
                            uint32_t nth)
{
    const char *unknown = BLOCK ALLOCATED;
    const char *rest = strncmp(name, unknown, strlen(unknown)) == 0
                           ? name + strlen(BLOCK)
                           : "";

    rdl_append(t, "%.*s", (int)(strlen(name) - strlen(rest)), name);
    if (nth > 0)
        rdl_append(t, "#%u", nth);
    rdl_append(t, "%s", rest);
}

bool rdl_symbols_block(struct rdl_symbols *s, uintptr_t addr, bool whole,
                       char *out, size_t size)
{
    const struct symbol_blocks *b = rdl_symbols_traced(s)->blocks;
    struct rdl_append t = { .out = out, .size = size };
    const struct block_site *site;
    const struct block *k;
    const char *name;
    bool only, typed;

    k = blocks_block_at(s, addr, &only);
    if (k == NULL || (whole && addr != k->start))
        return false;
    site = &b->sites[k->site];
    name = blocks_called(s, site, k);
    if (name == NULL)
        return false;
    typed = site->type.name != NULL && blocks_fits(&site->type, k->size);
    if (typed && site->type.pointer &&
        (whole || site->type.single || site->type.element == k->size))
        rdl_append(&t, "*");
    blocks_add_name(&t, name,
                    only && b->sites[site->like].blocks > 1 ? k->nth : 0);
    if (whole)
        return true;
    if (typed)
        rdl_symbols_inside(&t, &site->type, k->size, addr - k->start);
    else if (addr != k->start)
        rdl_append(&t, " +%lu", (unsigned long)(addr - k->start));
    return true;
}

const struct symbol_block_type *rdl_symbols_block_at(struct rdl_symbols *s,
                                                     uintptr_t addr,
                                                     uintptr_t *start,
                                                     Dwarf_Word *size)
{
    bool only;
    const struct block *k = blocks_block_at(s, addr, &only);

    if (k == NULL || !only)
        return NULL;
    *start = k->start;
    *size = k->size;
    return &rdl_symbols_traced(s)->blocks->sites[k->site].type;
}

bool rdl_symbols_made(struct rdl_symbols *s, uintptr_t addr, char *name,
                      size_t size, struct rdl_place places[2])
{
    const struct symbol_blocks *b = rdl_symbols_traced(s)->blocks;
    const struct block_site *site;
    const struct block *k;
    bool only;

    k = blocks_block_at(s, addr, &only);
    if (k == NULL || !only ||
        !rdl_symbols_block(s, k->start, /*whole=*/true, name, size))
        return false;
    site = &b->sites[k->site];
    memcpy(places, site->places, sizeof(site->places));
    rdl_text_clean(name);
    return b->sites[site->like].blocks > 1;
}

bool rdl_symbols_block_made(struct rdl_symbols *s, uintptr_t addr, char *out,
                            size_t size)
{
    const struct symbol_blocks *b = rdl_symbols_traced(s)->blocks;
    struct rdl_append t = { .out = out, .size = size };
    const struct block_site *site;
    const struct block *k;
    const char *name;
    bool only;

    k = blocks_block_at(s, addr, &only);
    if (k == NULL || k->start != addr)
        return false;
    site = &b->sites[k->site];
    name = blocks_name_by_place(s, &site->places[0]);
    if (name == NULL)
        return false;
    blocks_add_name(&t, name,
                    only && b->sites[site->like].blocks > 1 ? k->nth : 0);
    rdl_text_clean(out);
    return true;
}

bool rdl_symbols_typed_block(struct rdl_symbols *s, uintptr_t addr, bool whole,
                             char *out, size_t size)
{
    struct rdl_append t = { .out = out, .size = size };
    const struct symbol_block_type *type;
    Dwarf_Word bytes;
    uintptr_t start;

    type = rdl_symbols_block_at(s, addr, &start, &bytes);
    if (type == NULL || type->name == NULL || !blocks_fits(type, bytes))
        return false;
    if (type->pointer) {
        rdl_append(&t, "block");
        if (!whole)
            rdl_symbols_inside(&t, type, bytes, addr - start);
    } else if (!rdl_symbols_block(s, addr, whole, out, size)) {
        return false;
    }
    rdl_text_clean(out);
    return true;
}
