/* spec_params.c - lines of a spec about parameters. */
#include "gen/table/spec_apply.h"

#include <stdlib.h>
#include <string.h>

/* "1..4"; false if it is not a range. */
static bool apply_is_range(const char *word, long *from, long *to)
{
    char *end;

    *from = strtol(word, &end, 0);
    if (end == word || strncmp(end, "..", 2) != 0)
        return false;
    word = end + 2;
    *to = strtol(word, &end, 0);
    return end != word && *end == '\0';
}

static bool apply_value_add(const struct rdl_spec_apply *a,
                            struct rdl_gen_param *p, const char *text)
{
    if (p->n_values == RDL_GEN_MAX_VALUES)
        return rdl_spec_bad(a, "more than %d values", RDL_GEN_MAX_VALUES);
    rdl_gen_text_add(&p->values, &p->n_values, text);
    return true;
}

static bool apply_value_word(const struct rdl_spec_apply *a,
                             struct rdl_gen_param *p, const char *word)
{
    long from, to;

    if (!apply_is_range(word, &from, &to))
        return apply_value_add(a, p, word);
    if (from > to)
        return rdl_spec_bad(a, "the range %s is empty", word);
    for (long i = from; i <= to; i++) {
        char text[24];

        snprintf(text, sizeof(text), "%ld", i);
        if (!apply_value_add(a, p, text))
            return false;
    }
    return true;
}

/* String literals, lists for an array, are what a buffer holds, and not the
 * buffer. */
static bool apply_is_contents(const struct rdl_spec_apply *a, char begin)
{
    for (size_t w = 1; w < a->line->n_words; w++) {
        if (a->line->words[w][0] != begin)
            return false;
    }
    return true;
}

bool rdl_spec_value(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f;
    struct rdl_gen_param *p = rdl_spec_param(a, a->line->words[0], &f);

    if (p == NULL)
        return false;
    rdl_gen_text_clear(&p->values, &p->n_values);
    if (p->kind != RDL_GEN_NUMBER && p->kind != RDL_GEN_STRING &&
        p->kind != RDL_GEN_SIZE &&
        !(p->kind == RDL_GEN_BUFFER &&
          apply_is_contents(a, p->elements > 0 ? '{' : '"'))) {
        /* The buffer's size is then a number as any other. */
        if (p->kind == RDL_GEN_BUFFER && p->partner >= 0) {
            f->params[p->partner].kind = RDL_GEN_NUMBER;
            f->params[p->partner].partner = -1;
        }
        p->kind = RDL_GEN_EXPRESSION;
        p->partner = -1;
    }
    for (size_t w = 1; w < a->line->n_words; w++) {
        if (!apply_value_word(a, p, a->line->words[w]))
            return false;
    }
    return true;
}

bool rdl_spec_null(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f;

    for (size_t w = 0; w < a->line->n_words; w++) {
        struct rdl_gen_param *p = rdl_spec_param(a, a->line->words[w], &f);

        if (p == NULL)
            return false;
        if (p->kind == RDL_GEN_NUMBER || p->kind == RDL_GEN_SIZE ||
            p->kind == RDL_GEN_STRUCT)
            return rdl_spec_bad(a, "%s is not a pointer", a->line->words[w]);
        if (p->kind == RDL_GEN_NONE)
            return rdl_spec_bad(a,
                                "null alone is too little for %s: write 'value "
                                "%s NULL'",
                                a->line->words[w], a->line->words[w]);
        p->null = true;
    }
    return true;
}

bool rdl_spec_owns(const struct rdl_spec_apply *a)
{
    struct rdl_gen_function *f;

    for (size_t w = 0; w < a->line->n_words; w++) {
        struct rdl_gen_param *p = rdl_spec_param(a, a->line->words[w], &f);

        if (p == NULL)
            return false;
        p->owned = true;
    }
    return true;
}
