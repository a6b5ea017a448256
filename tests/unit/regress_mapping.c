/* regress_mapping.c - places of one build are found in another, and never taken
 * for other statements: generated pairs of programs whose true correspondence
 * is known, and some by hand. */
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
    size_t retyped; /* onto a new one with their text; theirs is gone */
    uint64_t seed;  /* of the first wrong one */
};

static void check_place(struct score *score, uint64_t seed,
                        const struct program *old, const struct program *new,
                        unsigned id, unsigned to)
{
    score->all++;
    if (to == id)
        return;
    if (find(new, id) == NULL && find(old, to) == NULL) {
        score->retyped++;
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
        const bool mapped = m.how[i] == RDL_MAPPED_PLACE;

        if (there != NULL && !there->touched) {
            score->untouched++;
            score->mapped += mapped;
        }
        if (mapped)
            check_place(score, seed, &old, &new, id,
                        is.all[m.to[i]].location - 3);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* A statement that is deleted and typed again at the same spot leaves the same
 * text as one that nobody touched: these the test counts and allows, as long as
 * they are rare. */
static void no_statement_becomes_another(void **state)
{
    struct score score = { .all = 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= pairs; seed++)
        check_pair(seed, &score);
    print_message("%zu of %zu untouched lines mapped; of %zu places, %zu and "
                  "%zu onto another statement, %zu typed again\n",
                  score.mapped, score.untouched, score.all, score.wrong,
                  score.onto, score.retyped);
    if (score.wrong + score.onto > 0)
        fail_msg("seed %llu: a statement became another",
                 (unsigned long long)score.seed);
    if (score.retyped * 10000 > score.all)
        fail_msg("%zu of %zu places", score.retyped, score.all);
    if (score.mapped * 100 < score.untouched * 95)
        fail_msg("%zu of %zu untouched lines mapped", score.mapped,
                 score.untouched);
}

/* --- By hand --------------------------------------------------------------
 */

static void place(struct rdl_places *p, const char *file, unsigned line,
                  unsigned column, const char *op, unsigned ordinal)
{
    rdl_places_add(p,
                   &(struct rdl_places_place){ .location = (uint32_t)(4 + p->n),
                                               .file = file,
                                               .line = line,
                                               .column = column,
                                               .function = "f",
                                               .op = op,
                                               .ordinal = ordinal });
}

static void source(struct rdl_places *p, const char *file, const char *text,
                   unsigned line, uint64_t code)
{
    rdl_places_source(p, file, text, strlen(text));
    rdl_places_function(
        p, &(struct rdl_places_function){
               .file = file, .name = "f", .line = line, .code = code });
}

/* The file was renamed, the tree is another one; a read was added to the line
 * by a macro, and the write is still the write. */
static void operators_keep_their_order(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "/old/src/a.c", "int f() {\n  INC(n);\n}\n", 1, 1);
    source(&is, "/new/src/b.c", "// new\nint f() {\n\tINC( n );\n}\n", 2, 2);
    place(&was, "/old/src/a.c", 2, 3, "__tsan_read4", 0);
    place(&was, "/old/src/a.c", 2, 3, "__tsan_write4", 1);
    place(&was, "/old/src/a.c", 2, 3, "pthread_mutex_lock", 2);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_read4", 0);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_read4", 1);
    place(&is, "/new/src/b.c", 3, 2, "__tsan_write4", 2);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[0], 0);
    assert_int_equal(m.how[1], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[1], 2);
    assert_int_equal(m.how[2], RDL_MAPPED_LINE);
    assert_int_equal(m.n_inside, 1);
    assert_int_equal(m.n_lines, 1);
    assert_int_equal(m.n_gone, 0);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Copies, of which one is moved to where another was: the mapping of `n++` that
 * the longest subsequence has is wrong. */
static void a_copy_that_moved_is_left_out(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n}\n", 1, 1);
    source(&is, "a.c", "int f() {\n n++;\n a++;\n b++;\n}\n", 1, 2);
    for (unsigned line = 2; line <= 5; line++)
        place(&was, "a.c", line, 2, "__tsan_read4", 0);
    for (unsigned line = 2; line <= 4; line++)
        place(&is, "a.c", line, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[1], 1);
    assert_int_equal(m.how[2], RDL_MAPPED_GONE);
    assert_int_equal(m.how[3], RDL_MAPPED_PLACE);
    assert_int_equal(m.to[3], 2);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Copies in places that nobody touched map, though the function changed. */
static void untouched_copies_map(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n c++;\n}\n", 1,
           1);
    source(&is, "a.c", "int f() {\n n++;\n a++;\n n++;\n b++;\n d++;\n}\n", 1,
           2);
    place(&was, "a.c", 2, 2, "__tsan_read4", 0);
    place(&was, "a.c", 4, 2, "__tsan_read4", 0);
    place(&is, "a.c", 2, 2, "__tsan_read4", 0);
    place(&is, "a.c", 4, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], i);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Overloads change places; their bodies are equal. */
static void overloads_keep_their_heads(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.cc", "int f(int) {\n n++;\n}\nint f(long) {\n n++;\n}\n", 1,
           1);
    source(&is, "a.cc", "int f(long) {\n n++;\n}\nint f(int) {\n n++;\n}\n", 1,
           1);
    rdl_places_function(
        &was, &(struct rdl_places_function){
                  .file = "a.cc", .name = "f", .line = 4, .code = 1 });
    rdl_places_function(
        &is, &(struct rdl_places_function){
                 .file = "a.cc", .name = "f", .line = 4, .code = 1 });
    for (unsigned line = 2; line <= 5; line += 3) {
        place(&was, "a.cc", line, 2, "__tsan_read4", 0);
        place(&is, "a.cc", line, 2, "__tsan_read4", 0);
    }
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], 1 - i);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Two equal lines of which one is left: nobody knows which. */
static void an_ambiguous_line_is_left_out(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    source(&was, "a.c", "int f() {\n n++;\n n++;\n}\n", 1, 1);
    source(&is, "a.c", "int f() {\n n++;\n}\n", 1, 2);
    place(&was, "a.c", 2, 2, "__tsan_read4", 0);
    place(&was, "a.c", 3, 2, "__tsan_read4", 0);
    place(&is, "a.c", 2, 2, "__tsan_read4", 0);
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_GONE);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* A function of four lines: two statements with a place each. */
static void function(struct rdl_places *p, const char *name, unsigned line,
                     const char *outer)
{
    rdl_places_function(p, &(struct rdl_places_function){
                               .file = "a.c", .name = name, .line = line });
    for (unsigned i = 1; i <= 2; i++)
        rdl_places_add(
            p, &(struct rdl_places_place){ .location = (uint32_t)(4 + p->n),
                                           .file = "a.c",
                                           .line = line + i,
                                           .column = 2,
                                           .function = name,
                                           .outer = outer,
                                           .op = "__tsan_read4" });
}

static void text(struct rdl_places *p, const char *all)
{
    rdl_places_source(p, "a.c", all, strlen(all));
}

/* Both functions have another name, and one is inlined in the other. */
static void renamed_functions_are_found(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    text(&was, "void put() {\n a++;\n b++;\n}\nvoid get() {\n c++;\n "
               "d++;\n}\n");
    text(&is, "void take() {\n c++;\n d++;\n}\nvoid push() {\n a++;\n "
              "b++;\n}\n");
    function(&was, "put", 1, "get<main");
    function(&was, "get", 5, "");
    function(&is, "take", 1, "");
    function(&is, "push", 5, "take<main");
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.n_renamed, 2);
    assert_string_equal(m.renamed[0].was, "put");
    assert_string_equal(m.renamed[0].is, "push");
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(m.how[i], RDL_MAPPED_PLACE);
        assert_int_equal(m.to[i], (i + 2) % 4);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

/* Two functions that may both be the old one: neither is. */
static void a_copied_function_is_new(void **state)
{
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;

    (void)state;
    text(&was, "void put() {\n a++;\n b++;\n}\n");
    text(&is, "void push() {\n a++;\n b++;\n}\nvoid append() {\n a++;\n "
              "b++;\n}\n");
    function(&was, "put", 1, "");
    function(&is, "push", 1, "");
    function(&is, "append", 5, "");
    rdl_mapping_make(&m, &was, &is);
    assert_int_equal(m.n_renamed, 0);
    assert_int_equal(m.how[0], RDL_MAPPED_GONE);
    assert_int_equal(m.how[1], RDL_MAPPED_GONE);
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_statement_becomes_another),
        cmocka_unit_test(operators_keep_their_order),
        cmocka_unit_test(a_copy_that_moved_is_left_out),
        cmocka_unit_test(untouched_copies_map),
        cmocka_unit_test(renamed_functions_are_found),
        cmocka_unit_test(a_copied_function_is_new),
        cmocka_unit_test(overloads_keep_their_heads),
        cmocka_unit_test(an_ambiguous_line_is_left_out),
    };

    if (argc > 1)
        pairs = strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
