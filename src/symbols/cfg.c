/* cfg.c - see cfg.h. */
#include "symbols/cfg.h"

#include "symbols/instruction.h"
#include "symbols/internal.h"

#include <string.h>

#define MOST 256 /* instructions that are looked at */

struct code { /* of one section, at the addresses where it ran */
    const uint8_t *bytes;
    size_t size;
    uintptr_t start;
};

struct node {
    uintptr_t at, next; /* the instruction, and what is behind it */
    size_t before;      /* the node from which it was come to; itself: none */
    bool tests;
};

struct way {
    struct code code;
    uintptr_t back; /* where it goes on when the function returns; 0: nowhere */
    bool lost;      /* there is more than was followed */
    size_t n;
    struct node nodes[MOST];
};

static bool cfg_section(Elf *elf, GElf_Addr addr, GElf_Addr bias,
                        struct code *out)
{
    Elf_Scn *section = NULL;

    while ((section = elf_nextscn(elf, section)) != NULL) {
        GElf_Shdr header;
        Elf_Data *data;

        if (gelf_getshdr(section, &header) == NULL ||
            header.sh_type != SHT_PROGBITS ||
            (header.sh_flags & SHF_EXECINSTR) == 0 ||
            addr - header.sh_addr >= header.sh_size)
            continue;
        data = elf_getdata(section, NULL);
        if (data == NULL || data->d_buf == NULL)
            return false;
        *out = (struct code){
            .bytes = data->d_buf,
            .size = data->d_size,
            .start = header.sh_addr + bias,
        };
        return true;
    }
    return false;
}

static bool cfg_code(struct rdl_symbols *s, uintptr_t addr, struct code *out)
{
    Dwfl_Module *module = rdl_symbols_open(s, addr);
    GElf_Addr bias;
    Elf *elf = module != NULL ? dwfl_module_getelf(module, &bias) : NULL;

    return elf != NULL && cfg_section(elf, addr - bias, bias, out);
}

/* An instruction that was not come to yet, from node `before`. */
static void cfg_add(struct way *w, uintptr_t at, size_t before)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->nodes[i].at == at)
            return;
    }
    if (w->n < MOST)
        w->nodes[w->n++] = (struct node){ .at = at, .before = before };
    else
        w->lost = true;
}

static int32_t cfg_number(const uint8_t *bytes)
{
    int32_t number;

    memcpy(&number, bytes, sizeof(number));
    return number;
}

/* Does it jump to where a register or memory says?  Behind a prefix as well. */
static bool cfg_leaves(const uint8_t *b)
{
    while ((*b & 0xf0) == 0x40 || *b == 0x3e || *b == 0xf2)
        b++;
    return *b == 0xff && (b[1] & 0x38) == 0x20;
}

/* What can come behind it. */
static void cfg_follow(struct way *w, size_t i)
{
    struct node *n = &w->nodes[i];
    const size_t offset = n->at - w->code.start;
    const uint8_t *b = w->code.bytes + offset;
    enum rdl_instruction kind;
    size_t length = 0;

    if (offset < w->code.size)
        length = rdl_instruction_decode(b, w->code.size - offset, &kind);
    n->next = n->at + length;
    if (length == 0) {
        w->lost = true;
        return;
    }
    if (b[0] >= 0x70 && b[0] <= 0x7f) {
        n->tests = true;
        cfg_add(w, n->next + (uintptr_t)(intptr_t)(int8_t)b[1], i);
    } else if (b[0] == 0x0f && b[1] >= 0x80 && b[1] <= 0x8f) {
        n->tests = true;
        cfg_add(w, n->next + (uintptr_t)(intptr_t)cfg_number(b + 2), i);
    } else if (b[0] == 0xeb) {
        cfg_add(w, n->next + (uintptr_t)(intptr_t)(int8_t)b[1], i);
        return;
    } else if (b[0] == 0xe9) {
        cfg_add(w, n->next + (uintptr_t)(intptr_t)cfg_number(b + 1), i);
        return;
    } else if (b[0] == 0xc3 || b[0] == 0xc2) {
        if (w->back != 0)
            cfg_add(w, w->back, i);
        return;
    } else if (b[0] == 0xf4 || (b[0] == 0x0f && b[1] == 0x0b)) {
        return; /* it ends */
    } else if (cfg_leaves(b)) {
        w->lost = true;
        return;
    }
    cfg_add(w, n->next, i);
}

/* Those on the way to node `end`, in their order. */
static size_t cfg_tests(const struct way *w, size_t end, uintptr_t *jumps,
                        size_t max)
{
    size_t n = 0, at;

    for (size_t i = end; w->nodes[i].before != i; i = w->nodes[i].before)
        n += w->nodes[w->nodes[i].before].tests;
    at = n;
    for (size_t i = end; w->nodes[i].before != i; i = w->nodes[i].before) {
        const struct node *b = &w->nodes[w->nodes[i].before];

        if (b->tests && --at < max)
            jumps[at] = b->next;
    }
    return n < max ? n : max;
}

enum rdl_cfg_found rdl_cfg_way(struct rdl_symbols *s, const struct rdl_cfg *b,
                               uintptr_t *jumps, size_t max, size_t *n)
{
    struct way w = { .back = b->from->value };

    *n = 0;
    if (!cfg_code(s, b->from->pc, &w.code))
        return RDL_BRANCH_UNKNOWN;
    cfg_add(&w, b->from->pc, 0);
    for (size_t i = 0; i < w.n; i++) {
        const size_t before = w.n;
        uintptr_t next;

        cfg_follow(&w, i);
        next = w.nodes[i].next;
        if (next == b->to->pc || (next == b->to->value && w.back != next)) {
            *n = cfg_tests(&w, i, jumps, max);
            return RDL_BRANCH_WAY;
        }
        if (next == b->avoid[0] || next == b->avoid[1])
            w.n = before; /* not that way */
    }
    return w.lost ? RDL_BRANCH_UNKNOWN : RDL_BRANCH_NONE;
}
