/* regress_mapping.c - places of one build are found in another, and never taken
 * for other statements: generated pairs of programs whose true correspondence
 * is known.  Pairs by hand are in regress_mapped.c. */
#include "regress/mapping.h"

#include "base/rng.h"
#include "util/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST_LINES 400

/* A line of a program: a statement has an identity, however often its text
 * occurs. */
struct line {
    unsigned id;   /* 0: an end of a function, which is not a statement */
    unsigned text; /* which text; several statements may have the same */
    unsigned indent;
    int function; /* it begins here; -1: none does */
    bool touched;
};

struct program {
    size_t n;
    struct line all[MOST_LINES];
};

/* The first argument; 200000 is for a figure, which says how rare it is. */
static uint64_t pairs = 5000;
static unsigned fresh_id;

static struct line statement(struct rdl_rng *rng)
{
    return (struct line){ .id = ++fresh_id,
                          .text = (unsigned)rdl_rng_below(rng, 60),
                          .indent = 4,
                          .function = -1 };
}

static void generate(struct rdl_rng *rng, struct program *p)
{
    const int functions = 2 + (int)rdl_rng_below(rng, 6);

    p->n = 0;
    for (int f = 0; f < functions; f++) {
        const size_t n = 3 + rdl_rng_below(rng, 25);

        p->all[p->n++] = (struct line){ .id = ++fresh_id, .function = f };
        for (size_t i = 0; i < n; i++)
            p->all[p->n++] = statement(rng);
        p->all[p->n++] = (struct line){ .function = -1 };
    }
}

static void insert(struct program *p, size_t at, struct line line)
{
    memmove(&p->all[at + 1], &p->all[at], (p->n - at) * sizeof(line));
    p->all[at] = line;
    p->n++;
}

/* A statement, not the head or the end of a function. */
static size_t any_statement(struct rdl_rng *rng, const struct program *p)
{
    for (;;) {
        const size_t i = rdl_rng_below(rng, p->n);

        if (p->all[i].id != 0 && p->all[i].function < 0)
            return i;
    }
}

/* The first line of its function. */
static size_t head(const struct program *p, size_t i)
{
    while (p->all[i].function < 0)
        i--;
    return i;
}

/* A statement of the same function. */
static size_t other_statement(struct rdl_rng *rng, const struct program *p,
                              size_t i)
{
    size_t from, to = i;

    from = head(p, i) + 1;
    while (p->all[to].id != 0)
        to++;
    return from + rdl_rng_below(rng, to - from);
}

/* One change; a function may get several of them, anywhere in it. */
static void edit(struct rdl_rng *rng, struct program *p)
{
    size_t i = any_statement(rng, p), k = other_statement(rng, p, i);
    struct line line;

    switch (rdl_rng_below(rng, 8)) {
    case 0: /* a new line, of any text */
        insert(p, i, statement(rng));
        break;
    case 1: /* a line goes */
        memmove(&p->all[i], &p->all[i + 1], (p->n - i - 1) * sizeof(line));
        p->n--;
        break;
    case 2: /* two lines change places; if they are equal, nothing changed */
        if (p->all[i].text == p->all[k].text)
            break;
        line = p->all[i];
        p->all[i] = p->all[k];
        p->all[k] = line;
        p->all[i].touched = p->all[k].touched = true;
        break;
    case 3: /* a copy of a line, elsewhere in the function */
        line = p->all[k];
        line.id = ++fresh_id;
        insert(p, i + rdl_rng_below(rng, 2), line);
        break;
    case 4: /* indented */
        p->all[i].indent += 4;
        break;
    case 5: /* another text */
        p->all[i].text = 1000 + fresh_id;
        p->all[i].id = ++fresh_id;
        break;
    case 6: /* the function gets another name */
        p->all[head(p, i)].function = 100 + (int)++fresh_id;
        break;
    case 7: /* another function comes into its place */
        p->all[head(p, i)].function = 100 + (int)++fresh_id;
        for (i = head(p, i) + 1; p->all[i].id != 0; i++)
            p->all[i] = statement(rng);
        break;
    }
}

/* Each statement has a place, in the column of its operand. */
static void write_program(const struct program *p, struct rdl_places *out)
{
    char text[MOST_LINES * 32] = "", line[64], name[32] = "";

    for (size_t i = 0; i < p->n; i++) {
        const struct line *l = &p->all[i];

        if (l->function >= 0) {
            snprintf(name, sizeof(name), "f%d", l->function);
            snprintf(line, sizeof(line), "void f%d(void) {\n", l->function);
            rdl_places_function(
                out, &(struct rdl_places_function){ .file = "/a/p.c",
                                                    .name = name,
                                                    .line = (unsigned)i + 1 });
        } else if (l->id == 0) {
            snprintf(line, sizeof(line), "}\n");
        } else {
            snprintf(line, sizeof(line), "%*sx%u = 1;\n", (int)l->indent, "",
                     l->text);
            rdl_places_add(out,
                           &(struct rdl_places_place){ .location = l->id + 3,
                                                       .file = "/a/p.c",
                                                       .line = (unsigned)i + 1,
                                                       .column = l->indent + 1,
                                                       .function = name,
                                                       .op = "__tsan_write4" });
        }
        strcat(text, line);
    }
    rdl_places_source(out, "/a/p.c", text, strlen(text));
}

static const struct line *find(const struct program *p, unsigned id)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].id == id)
            return &p->all[i];
    }
    return NULL;
}

struct score {
    size_t untouched, mapped; /* lines that no edit touched */
    size_t all;               /* places that map */
    size_t wrong;             /* onto another statement, and theirs is there */
    size_t onto;              /* onto another old statement, theirs is gone */
    size_t retyped;   /* onto a new one with their text; theirs is gone */
    size_t traceless; /* wrong or onto, but the edits left the same text */
    uint64_t seed;    /* of the first wrong one */
};

static bool is_edge(const struct program *p, size_t i)
{
    return p->all[i].function >= 0 || p->all[i].id == 0;
}

/* The lines of the function of line i that have its text. */
static size_t copies(const struct program *p, size_t i)
{
    size_t n = 0;

    for (size_t k = head(p, i) + 1; !is_edge(p, k); k++)
        n += p->all[k].text == p->all[i].text;
    return n;
}

/* Is the text on this side of the two lines the same, as far as to a line that
 * is the only one of its text in both functions, or to their ends? */
static bool same_beside(const struct program *old, size_t i,
                        const struct program *new, size_t k, int step)
{
    for (;;) {
        i += (size_t)step;
        k += (size_t)step;
        if (is_edge(old, i) || is_edge(new, k))
            return is_edge(old, i) && is_edge(new, k);
        if (old->all[i].text != new->all[k].text)
            return false;
        if (copies(old, i) == 1 && copies(new, k) == 1)
            return true;
    }
}

/* One of two equal lines was deleted and the other one copied: where they are,
 * both programs are the same text. */
static bool left_no_trace(const struct program *old, const struct line *from,
                          const struct program *new, const struct line *to)
{
    const size_t i = (size_t)(from - old->all), k = (size_t)(to - new->all);

    return from->text == to->text && same_beside(old, i, new, k, -1) &&
           same_beside(old, i, new, k, 1);
}

/* The identity of the statement that the place of an old one maps onto; 0:
 * none. */
static unsigned mapped_onto(const struct rdl_mapping *m, unsigned id)
{
    for (size_t i = 0; i < m->was->n; i++) {
        if (m->was->all[i].location == id + 3 && m->how[i] == RDL_MAPPED_PLACE)
            return m->is->all[m->to[i]].location - 3;
    }
    return 0;
}

static void check_place(struct score *score, uint64_t seed,
                        const struct program *old, const struct program *new,
                        const struct rdl_mapping *m, unsigned id)
{
    const unsigned to = mapped_onto(m, id);

    if (to == 0)
        return;
    score->all++;
    if (to == id)
        return;
    if (find(new, id) == NULL && find(old, to) == NULL) {
        score->retyped++;
        return;
    }
    /* Equal lines that change places are the same text. */
    if (mapped_onto(m, to) == id ||
        left_no_trace(old, find(old, id), new, find(new, to))) {
        score->traceless++;
        return;
    }
    if (find(new, id) != NULL)
        score->wrong++;
    else
        score->onto++;
    if (score->seed == 0)
        score->seed = seed;
}

static void check_pair(uint64_t seed, struct score *score)
{
    struct rdl_rng rng = { seed };
    struct program old, new;
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    generate(&rng, &old);
    new = old;
    for (size_t i = 1 + rdl_rng_below(&rng, 8); i > 0; i--)
        edit(&rng, &new);
    write_program(&old, &was);
    write_program(&new, &is);
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < was.n; i++) {
        const unsigned id = was.all[i].location - 3;
        const struct line *there = find(&new, id);

        if (there != NULL && !there->touched) {
            score->untouched++;
            score->mapped += m.how[i] == RDL_MAPPED_PLACE;
        }
        check_place(score, seed, &old, &new, &m, id);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* A statement that is deleted and typed again at the same spot leaves the same
 * text as one that nobody touched, and so do equal statements that change
 * places: these the test counts and allows, as long as they are rare. */
static void no_statement_becomes_another(void **state)
{
    struct score score = { .all = 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= pairs; seed++)
        check_pair(seed, &score);
    print_message(
        "%zu of %zu untouched lines mapped; of %zu places, %zu and "
        "%zu onto another statement, %zu typed again, %zu among equal "
        "lines whose text is as before\n",
        score.mapped, score.untouched, score.all, score.wrong, score.onto,
        score.retyped, score.traceless);
    if (score.wrong + score.onto > 0)
        fail_msg("seed %llu: a statement became another",
                 (unsigned long long)score.seed);
    if ((score.retyped + score.traceless) * 10000 > score.all)
        fail_msg("%zu of %zu places", score.retyped + score.traceless,
                 score.all);
    if (score.mapped * 100 < score.untouched * 95)
        fail_msg("%zu of %zu untouched lines mapped", score.mapped,
                 score.untouched);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_statement_becomes_another),
    };

    if (argc > 1)
        pairs = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
