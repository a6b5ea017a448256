/* lines.c - lines, functions and inlined calls from DWARF. */
#include "symbols/internal.h"

#include "util/system_library.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Splits the path in DWARF into what the compiler was given and where it is. */
static void lines_place_file(struct rdl_symbols *s, struct rdl_place *p,
                             const char *file, const char *directory)
{
    size_t n = directory != NULL ? strlen(directory) : 0;
    char path[4096];

    if (file == NULL)
        return;
    if (n > 0 && file[0] != '/') {
        snprintf(path, sizeof(path), "%s/%s", directory, file);
        p->path = rdl_symbols_keep(s, path);
    } else {
        p->path = file;
        if (n > 0 && strncmp(file, directory, n) == 0 && file[n] == '/')
            file += n + 1;
    }
    while (strncmp(file, "./", 2) == 0)
        file += 2;
    p->file = file;
}

static bool lines_is_c_library(Dwfl_Module *module)
{
    const char *name =
        dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

    return name != NULL && rdl_system_library_is_c(name);
}

/* A frame of the C library needs only a name.  Its debug information, where it
 * is installed, is compressed: to inflate it takes as long as everything else
 * about a finding.
 *
 * libdw searches only .debug_aranges, which clang does not write; then this
 * searches the units' own ranges. */
Dwarf_Die *rdl_symbols_unit(Dwfl_Module *module, Dwarf_Addr address,
                            Dwarf_Addr *bias)
{
    Dwarf_Die *cu;

    if (lines_is_c_library(module))
        return NULL;
    cu = dwfl_module_addrdie(module, address, bias);
    if (cu != NULL)
        return cu;
    while ((cu = dwfl_module_nextcu(module, cu, bias)) != NULL) {
        if (dwarf_haspc(cu, address - *bias) > 0)
            return cu;
    }
    return NULL;
}

static const char *lines_unit_directory(Dwarf_Die *cu)
{
    Dwarf_Attribute attribute;

    if (dwarf_attr(cu, DW_AT_comp_dir, &attribute) == NULL)
        return NULL;
    return dwarf_formstring(&attribute);
}

/* Code that a compiler adds (a landing pad, a spill) has line 0: uses the
 * nearest line before it, not below `low`. */
static Dwarf_Line *lines_line_at(Dwarf_Die *cu, Dwarf_Addr address,
                                 Dwarf_Addr low)
{
    for (int tries = 0; tries < 32; tries++) {
        Dwarf_Line *line = dwarf_getsrc_die(cu, address);
        Dwarf_Addr begin;
        int number;

        if (line == NULL || dwarf_lineno(line, &number) != 0)
            return NULL;
        if (number > 0)
            return line;
        if (dwarf_lineaddr(line, &begin) != 0 || begin <= low)
            return NULL;
        address = begin - 1;
    }
    return NULL;
}

/* `address` as in the file; low: the beginning of its function. */
static void lines_place_line(struct rdl_symbols *s, Dwarf_Die *cu,
                             Dwarf_Addr address, Dwarf_Addr low,
                             struct rdl_place *p)
{
    Dwarf_Line *line = lines_line_at(cu, address, low);
    int number = 0, column = 0;

    if (line == NULL)
        return;
    lines_place_file(s, p, dwarf_linesrc(line, NULL, NULL),
                     lines_unit_directory(cu));
    if (p->file == NULL)
        return;
    dwarf_lineno(line, &number);
    p->line = number;
    if (dwarf_linecol(line, &column) == 0 && column > 0)
        p->column = column;
}

Dwarf_Word rdl_symbols_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    if (dwarf_attr(die, name, &attribute) == NULL ||
        dwarf_formudata(&attribute, &value) != 0)
        return 0;
    return value;
}

const char *rdl_symbols_declared(struct rdl_symbols *s, Dwarf_Die *die,
                                 const char *directory)
{
    const char *file = dwarf_decl_file(die);
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    Dwarf_Files *files;
    Dwarf_Die unit;
    char path[4096];
    size_t n;

    /* libdw takes number 0 for no file; in DWARF 5, as clang writes it, that is
     * the source of the unit. */
    if (file == NULL &&
        dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) != NULL &&
        dwarf_formudata(&attribute, &number) == 0 && number == 0 &&
        dwarf_diecu(die, &unit, NULL, NULL) != NULL &&
        dwarf_getsrcfiles(&unit, &files, &n) == 0)
        file = dwarf_filesrc(files, 0, NULL, NULL);
    if (file == NULL || file[0] == '/' || directory == NULL)
        return file;
    snprintf(path, sizeof(path), "%s/%s", directory, file);
    return rdl_symbols_keep(s, path);
}

/* The frame around an inlined one is at the place of the call. */
static void lines_place_call(struct rdl_symbols *s, Dwarf_Die *cu,
                             Dwarf_Die *inlined, struct rdl_place *p)
{
    unsigned file = rdl_symbols_number(inlined, DW_AT_call_file);
    Dwarf_Files *files;
    size_t n;

    p->line = rdl_symbols_number(inlined, DW_AT_call_line);
    p->column = rdl_symbols_number(inlined, DW_AT_call_column);
    if (p->line == 0 || dwarf_getsrcfiles(cu, &files, &n) != 0)
        return;
    lines_place_file(s, p, dwarf_filesrc(files, file, NULL, NULL),
                     lines_unit_directory(cu));
}

size_t rdl_symbols_dwarf(struct rdl_symbols *s, Dwfl_Module *module,
                         Dwarf_Addr address, struct rdl_place *frames)
{
    Dwarf_Die *parents;
    Dwarf_Addr bias, low = UINT64_MAX;
    Dwarf_Die *cu = rdl_symbols_unit(module, address, &bias);
    size_t n = 0;
    int count;

    if (cu == NULL)
        return 0;
    count = rdl_symbols_around(s, cu, address - bias, &parents);
    for (int i = 0; i < count && n < RDL_MOST_INLINED; i++) {
        int tag = dwarf_tag(&parents[i]);

        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
            continue;
        frames[n].function = rdl_symbols_qualified(s, &parents[i]);
        frames[n].inlined = tag == DW_TAG_inlined_subroutine;
        n++;
        if (tag == DW_TAG_subprogram) {
            dwarf_lowpc(&parents[i], &low);
            break;
        }
        if (n < RDL_MOST_INLINED)
            lines_place_call(s, cu, &parents[i], &frames[n]);
    }
    lines_place_line(s, cu, address - bias, low, &frames[0]);
    free(parents);
    return n;
}
