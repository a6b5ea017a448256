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
#define PAIRS 1000

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

/* The function that a line belongs to. */
static int function_at(const struct program *p, size_t i)
{
    while (p->all[i].function < 0)
        i--;
    return p->all[i].function;
}

/* At most one change in each function.  Of several, a shorter series of changes
 * may lead to the same text, and then nobody can know the true one. */
static void edit(struct rdl_rng *rng, struct program *p, bool *edited)
{
    size_t i = any_statement(rng, p), k;
    struct line line;

    if (edited[function_at(p, i)])
        return;
    edited[function_at(p, i)] = true;

    switch (rdl_rng_below(rng, 6)) {
    case 0: /* a new line, of any text */
        line = statement(rng);
        line.touched = true;
        insert(p, i, line);
        break;
    case 1: /* a line goes */
        memmove(&p->all[i], &p->all[i + 1], (p->n - i - 1) * sizeof(line));
        p->n--;
        break;
    case 2: /* two neighbours change places */
        k = p->all[i + 1].id != 0 ? i + 1 : i;
        line = p->all[i];
        p->all[i] = p->all[k];
        p->all[k] = line;
        p->all[i].touched = p->all[k].touched = true;
        break;
    case 3: /* a line is there twice */
        line = p->all[i];
        line.id = ++fresh_id;
        line.touched = true;
        insert(p, i + rdl_rng_below(rng, 2), line);
        break;
    case 4: /* indented */
        p->all[i].indent += 4;
        break;
    case 5: /* another text */
        p->all[i].text = 1000 + fresh_id;
        p->all[i].id = ++fresh_id;
        p->all[i].touched = true;
        break;
    }
}

/* Each statement has a place, in the column of its operand. */
static void write_program(const struct program *p, struct rdl_places *out)
{
    char text[MOST_LINES * 32] = "", line[64], name[16] = "";

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
    size_t untouched, mapped;
};

/* A place maps to itself if it is still there.  If it is gone, its line may map
 * to another one of the same text: nobody can tell that from a move. */
static void check_pair(uint64_t seed, struct score *score)
{
    struct rdl_rng rng = { seed };
    struct program old, new;
    struct rdl_places was = { .n = 0 }, is = { .n = 0 };
    struct rdl_mapping m;
    bool edited[8] = { false };

    generate(&rng, &old);
    new = old;
    for (int i = 0; i < 4; i++)
        edit(&rng, &new, edited);
    write_program(&old, &was);
    write_program(&new, &is);
    rdl_mapping_make(&m, &was, &is);
    for (size_t i = 0; i < was.n; i++) {
        const unsigned id = was.all[i].location - 3;
        const struct line *there = find(&new, id), *to;

        if (there != NULL && !there->touched) {
            score->untouched++;
            score->mapped += m.how[i] == RDL_MAPPED_PLACE;
        }
        if (m.how[i] != RDL_MAPPED_PLACE)
            continue;
        to = find(&new, is.all[m.to[i]].location - 3);
        assert_non_null(to);
        if (there != NULL && !there->touched && to->id != id)
            fail_msg("seed %llu: statement %u became %u",
                     (unsigned long long)seed, id, to->id);
        assert_int_equal(to->text, find(&old, id)->text);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&was);
    rdl_places_free(&is);
}

static void no_statement_becomes_another(void **state)
{
    struct score score = { 0, 0 };

    (void)state;
    for (uint64_t seed = 1; seed <= PAIRS; seed++)
        check_pair(seed, &score);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_statement_becomes_another),
        cmocka_unit_test(operators_keep_their_order),
        cmocka_unit_test(an_ambiguous_line_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
