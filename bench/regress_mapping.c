/* regress_mapping.c - how long raddle regress takes to map a large program: one
 * of 50,000 lines with 10,000 places, of which every hundredth line changed.
 *
 *     make bench-mapping */
#include "regress/mapping.h"

#include "base/time.h"
#include "util/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES 50
#define FUNCTIONS 20 /* of a file */
#define LINES 50     /* of a function */
#define EVERY 5      /* line has a place */

static void make(struct rdl_places *p, bool new)
{
    uint32_t location = 4;

    for (unsigned f = 0; f < FILES; f++) {
        char *text = rdl_alloc(FUNCTIONS * LINES * 32 + 1), file[32], name[32];
        size_t size = 0;
        unsigned line = 0;

        snprintf(file, sizeof(file), "/src/file%u.c", f);
        for (unsigned k = 0; k < FUNCTIONS; k++) {
            snprintf(name, sizeof(name), "f%u_%u", f, k);
            rdl_places_function(
                p, &(struct rdl_places_function){
                       .file = file, .name = name, .line = line + 1 });
            for (unsigned i = 0; i < LINES; i++, line++) {
                /* Half of the lines occur again and again. */
                size += (size_t)sprintf(text + size, "    x%u = %d;\n",
                                        i % 2 != 0 ? i / 2 % 5 : line,
                                        new &&line % 100 == 50);
                if (i % EVERY == 0)
                    rdl_places_add(
                        p, &(struct rdl_places_place){ .location = location++,
                                                       .file = file,
                                                       .line = line + 1,
                                                       .column = 5,
                                                       .function = name,
                                                       .op = "__tsan_write4" });
            }
        }
        rdl_places_source(p, file, text, size);
        free(text);
    }
}

int main(void)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;
    size_t mapped = 0;
    uint64_t begin;

    make(&was, false);
    make(&is, true);
    begin = rdl_time_ns();
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < was.n; i++)
        mapped += m.how[i] == RDL_MAPPED_PLACE;
    printf("%d lines, %zu places, %zu mapped, %zu lines changed: %.3f s\n",
           FILES * FUNCTIONS * LINES, was.n, mapped, m.n_lines,
           (double)(rdl_time_ns() - begin) / 1e9);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
    return 0;
}
