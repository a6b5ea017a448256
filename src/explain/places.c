/* places.c - lines and functions of program counters.  A compiler may make two
 * instructions of one test, so the same place says more than the same pc. */
#include "explain/search.h"

#include <ctype.h>
#include <string.h>

#define PLACE 512

/* "file:line:column (function)"; "" if that is not known. */
static void places_find(const struct search *c, uintptr_t pc, char *out)
{
    out[0] = '\0';
    if (c->places != NULL && c->places->find != NULL)
        c->places->find(c->places->data, pc, out, PLACE);
}

/* The bytes of "file:line"; 0 if there is no line. */
static size_t places_line(const char *place)
{
    const char *at = place;

    while ((at = strchr(at, ':')) != NULL) {
        if (isdigit((unsigned char)*++at))
            return (size_t)(at - place) + strspn(at, "0123456789");
    }
    return 0;
}

bool rdl_explain_same_place(const struct search *c, uintptr_t a, uintptr_t b)
{
    char one[PLACE], two[PLACE];

    if (a == b)
        return true;
    places_find(c, a, one);
    places_find(c, b, two);
    return places_line(one) > 0 && strcmp(one, two) == 0;
}

bool rdl_explain_same_line(const struct search *c, uintptr_t a, uintptr_t b)
{
    char one[PLACE], two[PLACE];
    size_t n;

    if (a == b)
        return true;
    places_find(c, a, one);
    places_find(c, b, two);
    n = places_line(one);
    return n > 0 && n == places_line(two) && strncmp(one, two, n) == 0;
}

bool rdl_explain_same_function(const struct search *c, uintptr_t a, uintptr_t b)
{
    char one[PLACE], two[PLACE];
    const char *f, *g;

    if (a == b)
        return true;
    places_find(c, a, one);
    places_find(c, b, two);
    f = strrchr(one, '(');
    g = strrchr(two, '(');
    return f != NULL && g != NULL && strcmp(f, g) == 0;
}
