/* stack_print.c - see stack_print.h. */
#include "report/finding/stack_print.h"

#include "util/colour.h"
#include "symbols/source.h"
#include "util/width.h"
#include "util/wrap.h"

#include <string.h>

#define FRAME 8  /* column at which the place of a frame begins */
#define BELOW 12 /* column of a source line under it */
#define QUOTE 256
#define SHORTEST_RUN 3 /* shortest recursion that is printed as one line */

char *rdl_place_fit(char *place, size_t width)
{
    char *slash;

    while (rdl_width(place) > width &&
           (slash = strchr(place + 4, '/')) != NULL) {
        memmove(place + 3, slash, strlen(slash) + 1);
        memcpy(place, "...", 3);
    }
    rdl_width_cut(place, width);
    return place;
}

/* Prints the source from column `to` on; the cursor is at `at`. */
static void print_quote(FILE *out, size_t at, size_t to,
                        const struct rdl_place *place, bool colour)
{
    char text[QUOTE];
    size_t room = RDL_COLUMNS - to;

    if (!rdl_source_quote(place, text, sizeof(text)))
        return;
    rdl_width_cut(text, room);
    if (at > to) {
        fputc('\n', out);
        at = 0;
    }
    fprintf(out, "%*s%s%s%s", (int)(to - at), "", rdl_colour(colour, RDL_DIM),
            text, rdl_colour(colour, RDL_PLAIN));
}

/* The column of the source: beside the places if all of it fits there, below
 * them otherwise. */
static size_t stack_print_quote_column(const struct rdl_place *frames, size_t n)
{
    size_t widest = 0, longest = 0;
    char place[512], text[QUOTE];

    for (size_t i = 0; i < n; i++) {
        size_t width =
            rdl_width(rdl_place_format(&frames[i], place, sizeof(place)));

        if (width > widest)
            widest = width;
        if (rdl_source_quote(&frames[i], text, sizeof(text)) &&
            rdl_width(text) > longest)
            longest = rdl_width(text);
    }
    return FRAME + widest + 2 + longest > RDL_COLUMNS ? BELOW
                                                      : FRAME + widest + 2;
}

static bool stack_print_same_place(const struct rdl_place *a,
                                   const struct rdl_place *b)
{
    return a->offset == b->offset && a->module == b->module &&
           a->line == b->line && a->function == b->function;
}

void rdl_stack_print(FILE *out, const struct rdl_place *frames, size_t n,
                     bool colour)
{
    size_t column = stack_print_quote_column(frames, n);
    char place[512];

    for (size_t i = 0; i < n;) {
        size_t at, same = 1;

        rdl_place_format(&frames[i], place, sizeof(place));
        at = (size_t)fprintf(out, "    #%-2zu ", i);
        at += rdl_width(rdl_place_fit(place, RDL_COLUMNS - FRAME));
        fputs(place, out);
        print_quote(out, at, column, &frames[i], colour);
        fputc('\n', out);
        while (i + same < n &&
               stack_print_same_place(&frames[i], &frames[i + same]))
            same++;
        if (same > SHORTEST_RUN)
            fprintf(out, "        ... and %zu more of the same\n", same - 1);
        i += same > SHORTEST_RUN ? same : 1;
    }
}
