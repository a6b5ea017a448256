/* returned.c - where main returns.
 *
 * The step that ends the program when main has returned is at the beginning of
 * main, because nothing of main is on the stack any more.  Only the code still
 * tells where it returns; an optimised main may do so in several places. */
#include "symbols/internal.h"

#include "symbols/code/machine.h"

#include <string.h>

bool rdl_symbols_returned(struct rdl_symbols *s, uintptr_t return_address,
                          struct rdl_place *out)
{
    const uintptr_t begin = return_address - 1;
    Dwfl_Module *module = rdl_symbols_open(s, begin);
    struct rdl_machine i;
    struct rdl_code code;
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name;

    out->line = 0;
    if (module == NULL || !rdl_code_at(s, begin, &code))
        return false;
    name = rdl_symbols_nearest(s, module, begin, &offset, &symbol);
    if (name == NULL || offset != 0 || strcmp(name, "main") != 0)
        return false;
    for (uintptr_t at = begin; at < begin + symbol.st_size; at = i.next) {
        struct rdl_place frames[RDL_MOST_INLINED];
        size_t n;

        if (!rdl_machine_decode(&code, at, &i))
            break;
        if (i.ins.mnemonic != ZYDIS_MNEMONIC_RET)
            continue;
        /* The last one in the source: the others are earlier ways out. */
        n = rdl_symbols_frames(s, at + 1, frames, RDL_MOST_INLINED);
        if (frames[n - 1].line > out->line)
            *out = frames[n - 1];
    }
    return out->line != 0;
}
