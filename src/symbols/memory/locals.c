/* locals.c - local variables in an observed execution: "main::done",
 * "work::box.lock (thread 2)".
 *
 * The runtime records in whose frame a step touched memory; debug information
 * shows which variable is where in the frame of that function.  Stack memory is
 * reused: if frames of several functions were there, all must agree.  Separate
 * frames of one function, as in a recursion, have numbers: "walk::level (frame
 * 2)", where the outermost is the first. */
#include "symbols/internal.h"

#include "base/hash.h"
#include "util/alloc.h"
#include "symbols/dwarf/scope.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FRAMES 256 /* limit for one address */
#define MOST_DEEP 32    /* blocks in blocks */

/* x86-64: bytes from the entry hook's frame to the stack pointer of who called
 * it, and from a saved frame pointer to the end of its frame. */
#define HOOK_BYTES 16
#define SAVED_BYTES 16

struct frame {
    uintptr_t top, low, pc;
    uintptr_t function; /* its beginning; 0: not known, or not looked up yet */
    rdl_tid tid;
};

struct symbol_frames {
    struct frame *all;
    size_t n;
    bool asked; /* the beginnings of functions were looked up */
};

void rdl_symbols_frames_take(struct symbol_traced *w,
                             const struct rdl_trace *trace)
{
    struct symbol_frames *f = rdl_alloc(sizeof(*f));
    size_t room = 0;

    for (size_t i = 0; i < trace->n_extras; i++)
        room += trace->extras[i].kind == RDL_EXTRA_FRAME;
    f->all = rdl_alloc((room + 1) * sizeof(*f->all));
    for (size_t i = 0; i < trace->n_extras; i++) {
        const struct rdl_extra *x = &trace->extras[i];

        if (x->kind == RDL_EXTRA_FRAME)
            f->all[f->n++] =
                (struct frame){ .top = x->frame.top,
                                .low = x->frame.top - x->frame.size,
                                .pc = x->frame.pc,
                                .tid = x->tid };
    }
    w->frames = f;
}

void rdl_symbols_frames_free(struct symbol_traced *w)
{
    if (w->frames == NULL)
        return;
    free(w->frames->all);
    free(w->frames);
    w->frames = NULL;
}

/* --- One frame ------------------------------------------------------------ */

struct local {
    Dwarf_Addr pc; /* as in the file */
    uintptr_t base, addr;
    bool all; /* also blocks that do not contain the place */
    size_t found;
    Dwarf_Die variable, type; /* the latest match */
    uintptr_t start;
};

/* The base for a variable's location. */
static bool locals_frame_base(Dwarf_Die *function, const struct frame *f,
                              uintptr_t *base)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t n;

    if (dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) == NULL ||
        dwarf_getlocation(&attribute, &ops, &n) != 0 || n != 1)
        return false;
    switch (ops[0].atom) {
    case DW_OP_call_frame_cfa:
        *base = f->top;
        return true;
    case DW_OP_reg6: /* rbp */
        *base = f->top - SAVED_BYTES;
        return true;
    case DW_OP_reg7: /* rsp */
        *base = f->low + HOOK_BYTES;
        return true;
    default:
        return false;
    }
}

/* Does the variable contain the byte? */
static bool locals_lies_there(struct local *l, Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Word size;
    Dwarf_Die type;
    Dwarf_Op *ops;
    uintptr_t start;
    size_t n;

    if (dwarf_attr_integrate(variable, DW_AT_location, &attribute) == NULL ||
        dwarf_getlocation_addr(&attribute, l->pc, &ops, &n, 1) != 1 || n != 1 ||
        ops[0].atom != DW_OP_fbreg || !rdl_symbols_type(variable, &type) ||
        dwarf_aggregate_size(&type, &size) != 0)
        return false;
    start = l->base + ops[0].number;
    if (l->addr - start >= size)
        return false;
    l->variable = *variable;
    l->type = type;
    l->start = start;
    return true;
}

/* The frame was recorded at the function's entry, so the pc does not show the
 * current block; all blocks of the function are candidates.  An unoptimised
 * function has a separate place for each variable. */
static void locals_look_below(struct local *l, Dwarf_Die *parent, int deep)
{
    Dwarf_Die die;

    if (deep > MOST_DEEP || dwarf_child(parent, &die) != 0)
        return;
    do {
        const int tag = dwarf_tag(&die);

        if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
            l->found += locals_lies_there(l, &die);
        else if ((tag == DW_TAG_lexical_block ||
                  tag == DW_TAG_inlined_subroutine) &&
                 (l->all || dwarf_haspc(&die, l->pc) > 0))
            locals_look_below(l, &die, deep + 1);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* The function itself, not what was inlined into it. */
static Dwarf_Die *locals_function_of(const struct symbol_scope *c)
{
    for (int i = 0; i < c->n; i++) {
        if (dwarf_tag(&c->scopes[i]) == DW_TAG_subprogram)
            return &c->scopes[i];
    }
    return NULL;
}

/* Where the function that contains pc begins; 0 if unknown. */
static uintptr_t locals_function_at(struct rdl_symbols *s, uintptr_t pc)
{
    Dwfl_Module *module = rdl_symbols_open(s, pc);
    GElf_Off offset;
    GElf_Sym symbol;

    if (module == NULL ||
        rdl_symbols_nearest(s, module, pc, &offset, &symbol) == NULL)
        return 0;
    return pc - offset;
}

/* A loop has as many frames as rounds, all of a few places: each is looked up
 * about once. */
static void locals_find_functions(struct rdl_symbols *s,
                                  struct symbol_frames *f)
{
    enum { KNOWN = 1024 };
    struct {
        uintptr_t pc, function;
    } *known = rdl_alloc(KNOWN * sizeof(*known));

    for (size_t i = 0; i < f->n && !f->asked; i++) {
        const uintptr_t pc = f->all[i].pc - 1;
        const size_t k = rdl_mix(0, pc) % KNOWN;

        if (known[k].pc != pc) {
            known[k].pc = pc;
            known[k].function = locals_function_at(s, pc);
        }
        f->all[i].function = known[k].function;
    }
    f->asked = true;
    free(known);
}

/* The number of this frame among those of its function in this thread; 0 if
 * there is only one. */
static size_t locals_frame_number(const struct symbol_frames *all,
                                  const struct frame *f)
{
    uintptr_t outer = UINTPTR_MAX;
    size_t n = 0, number = 0;

    while (n < MOST_FRAMES) {
        uintptr_t next = 0;

        for (size_t i = 0; i < all->n; i++) {
            const struct frame *k = &all->all[i];

            if (k->tid == f->tid && k->function == f->function &&
                k->top < outer && k->top > next)
                next = k->top;
        }
        if (next == 0)
            break;
        n++;
        if (next == f->top)
            number = n;
        outer = next;
    }
    return n > 1 ? number : 0;
}

static bool locals_frame_name(struct rdl_symbols *s, const struct frame *f,
                              uintptr_t addr, bool whole, char *out,
                              size_t size)
{
    struct rdl_append t = { .out = out, .size = size };
    struct local l = { .addr = addr };
    const char *name, *variable = NULL;
    struct symbol_scope scope;
    Dwarf_Die *function;
    Dwarf_Word offset;
    size_t number;

    if (!rdl_scope_open(&scope, s, f->pc, 0))
        return false;
    l.pc = scope.pc;
    function = locals_function_of(&scope);
    name = function != NULL ? dwarf_diename(function) : NULL;
    if (name != NULL && locals_frame_base(function, f, &l.base)) {
        locals_look_below(&l, function, 0);
        l.all = l.found == 0;
        if (l.all)
            locals_look_below(&l, function, 0);
    }
    if (l.found == 1) /* two share the place: it is not known which one */
        variable = dwarf_diename(&l.variable);
    rdl_scope_close(&scope);
    offset = addr - l.start;
    if (variable == NULL)
        return false;
    rdl_append(&t, "%s::%s", name, variable);
    rdl_symbols_down(&t, &l.type, &offset, whole);
    if (offset > 0)
        rdl_append(&t, "+%lu", (unsigned long)offset);
    locals_find_functions(s, rdl_symbols_traced(s)->frames);
    number = locals_frame_number(rdl_symbols_traced(s)->frames, f);
    if (f->tid != 0 && number > 0)
        rdl_append(&t, " (thread %u, frame %zu)", f->tid, number);
    else if (f->tid != 0)
        rdl_append(&t, " (thread %u)", f->tid);
    else if (number > 0)
        rdl_append(&t, " (frame %zu)", number);
    return true;
}

bool rdl_symbols_local(struct rdl_symbols *s, uintptr_t addr, bool whole,
                       char *out, size_t size)
{
    const struct symbol_frames *f = rdl_symbols_traced(s)->frames;
    char other[256];
    size_t asked = 0;

    for (size_t i = 0; f != NULL && i < f->n && asked < MOST_FRAMES; i++) {
        const bool first = asked == 0;

        if (addr < f->all[i].low || addr >= f->all[i].top)
            continue;
        if (!locals_frame_name(s, &f->all[i], addr, whole, first ? out : other,
                               first ? size : sizeof(other)) ||
            (!first && strcmp(out, other) != 0)) {
            out[0] = '\0';
            return false;
        }
        asked++;
    }
    return asked > 0;
}
