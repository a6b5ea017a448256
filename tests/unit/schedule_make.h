/* schedule_make.h - schedules for tests/unit/schedule.c to write. */
#ifndef RDL_TESTS_UNIT_SCHEDULE_MAKE_H
#define RDL_TESTS_UNIT_SCHEDULE_MAKE_H

#include "base/rng.h"
#include "schedule_facts.h"
#include "strategy/strategy.h"

#include <stdlib.h>

static uint64_t below(struct rdl_rng *rng, uint64_t bound)
{
    return rdl_rng_below(rng, bound);
}

/* Any bytes but NUL, quotes and line ends among them. */
static char *odd_text(struct rdl_rng *rng, size_t most)
{
    size_t n = below(rng, most);
    char *text = rdl_alloc(n + 1);

    for (size_t i = 0; i < n; i++)
        text[i] = (char)(1 + below(rng, 255));
    return text;
}

static void make_sites(struct rdl_rng *rng, struct rdl_schedule *s)
{
    static const char *const names[] = { "/x/prog", "/lib/libstdc++.so.6",
                                         "a+0x1 %b\n", "/\xff\xfe" };

    s->n_modules = sizeof(names) / sizeof(names[0]);
    s->modules = rdl_alloc(s->n_modules * sizeof(*s->modules));
    for (size_t i = 0; i < s->n_modules; i++) {
        struct rdl_schedule_module *m = &s->modules[i];

        m->path = rdl_strdup(names[i]);
        m->build_id_size = (uint8_t)(i * 20 / 3);
        for (size_t k = 0; k < m->build_id_size; k++)
            m->build_id[k] = (uint8_t)below(rng, 256);
    }
    s->n_sites = 1 + below(rng, 40);
    s->sites = rdl_alloc(s->n_sites * sizeof(*s->sites));
    s->places = rdl_alloc(s->n_sites * sizeof(char *));
    for (size_t i = 0; i < s->n_sites; i++) {
        size_t m = below(rng, s->n_modules + 1);

        s->sites[i].op = (uint16_t)below(rng, RDL_N_OPS);
        if (rdl_op_ordered((enum rdl_op)s->sites[i].op))
            s->sites[i].order = (uint16_t)below(rng, RDL_N_ORDERS);
        s->sites[i].module = m < s->n_modules ? (uint32_t)m : UINT32_MAX;
        if (m < s->n_modules)
            s->sites[i].offset = rdl_rng_next(rng) >> below(rng, 64);
        if (below(rng, 2) == 0)
            s->places[i] = rdl_format("bank.c:%zu (deposit # 1)", i);
    }
}

/* Runs of loops, so that folding has something to do. */
static void make_steps(struct rdl_rng *rng, struct rdl_schedule *s)
{
    s->n_steps = below(rng, 600);
    s->steps = rdl_alloc(s->n_steps * sizeof(*s->steps));
    for (size_t i = 0; i < s->n_steps;) {
        size_t period = 1 + below(rng, 30), end = i + below(rng, 120);

        for (size_t begin = i; i < s->n_steps && i <= end; i++)
            s->steps[i] = i - begin < period ? (uint32_t)below(rng, s->n_sites)
                                             : s->steps[i - period];
    }
    s->switches = rdl_alloc((s->n_steps + 1) * sizeof(*s->switches));
    s->choices = rdl_alloc(2 * (s->n_steps + 1) * sizeof(*s->choices));
    for (size_t i = 0; i <= s->n_steps; i++) {
        if (i < s->n_steps && (i == 0 || below(rng, 8) == 0))
            s->switches[s->n_switches++] = (struct rdl_switch){
                .step = i,
                .tid = (uint16_t)below(rng, RDL_MAX_THREADS),
                .hash = (uint32_t)rdl_rng_next(rng),
            };
        for (unsigned k = 0; s->n_steps > 0 && k < 2; k++) {
            if (below(rng, 10) == 0)
                s->choices[s->n_choices++] = (struct rdl_taken_choice){
                    .step = i,
                    .value = 1 + (uint32_t)below(rng, 3),
                    .kind = (uint16_t)below(rng, RDL_N_CHOICE_KINDS),
                    .nth = (uint16_t)k,
                };
        }
    }
}

static void make_inputs(struct rdl_rng *rng, struct rdl_schedule *s)
{
    size_t n = below(rng, 4);

    s->inputs.data = rdl_alloc(n * 128);
    for (size_t i = 0; i < n; i++) {
        struct rdl_input in = {
            .step = below(rng, 1000),
            .tid = (uint16_t)below(rng, 10),
            .call = (uint16_t)below(rng, 9),
            .result = (int64_t)below(rng, 200) - 100,
            .length = (uint32_t)below(rng, 60),
        };
        char *to = s->inputs.data + s->inputs.size;

        memcpy(to, &in, sizeof(in));
        for (size_t k = 0; k < in.length; k++)
            to[sizeof(in) + k] = (char)below(rng, 256);
        s->inputs.size += sizeof(in) + ((in.length + 7) & ~7u);
    }
}

static void make(struct rdl_schedule *s, uint64_t seed)
{
    struct rdl_rng rng = { seed };

    *s = (struct rdl_schedule){
        .program = odd_text(&rng, 30),
        .path = odd_text(&rng, 30),
        .directory = odd_text(&rng, 30),
        .location = odd_text(&rng, 30),
        .text = odd_text(&rng, 30),
        .kind = "lost-wakeup",
        .id = rdl_rng_next(&rng),
        .event_hash = rdl_rng_next(&rng),
        .stdin_size = below(&rng, 2) * 3,
        .stdin_hash = rdl_rng_next(&rng),
        .config = {
            .seed = rdl_rng_next(&rng),
            .execution = below(&rng, 1000),
            .max_steps = 1000,
            .depth = 3,
            .flags = (seed % 2 != 0 ? RDL_CFG_NO_SPURIOUS : RDL_CFG_LEAKS) |
                     (seed % 3 != 0 ? RDL_CFG_FAIL_MALLOC : 0) |
                     (seed % 5 != 0 ? RDL_CFG_PATIENT : 0),
            .expect_exit = (int32_t)below(&rng, 256),
            .timeout_ms = 10000,
            .strategy = "round-robin",
            .engine = "fiber",
        },
    };
    s->n_arguments = below(&rng, 4);
    s->arguments = rdl_alloc(s->n_arguments * sizeof(char *));
    for (size_t i = 0; i < s->n_arguments; i++)
        s->arguments[i] = odd_text(&rng, 20);
    s->n_variables = 1;
    s->variables = rdl_alloc(sizeof(char *));
    s->variables[0] = rdl_strdup("LC_ALL=de_DE \"x\"");
    if (s->stdin_size > 0 && below(&rng, 2) == 0) {
        s->has_stdin = true;
        s->stdin_bytes.data = rdl_alloc(4);
        s->stdin_bytes.size = 3;
        memcpy(s->stdin_bytes.data, "a\0\n", 3);
        s->payload.data = rdl_alloc(5);
        s->payload.size = 4;
        memcpy(s->payload.data, "\0\"p\xff", 4);
    }
    make_sites(&rng, s);
    make_steps(&rng, s);
    make_inputs(&rng, s);
    facts_make(&rng, s);
}

static char *text_of(const struct rdl_schedule *s, size_t *size)
{
    char *text;
    FILE *out = open_memstream(&text, size);

    assert_true(rdl_schedule_write(s, out));
    fflush(out);
    fprintf(out, "end %016llx\n",
            (unsigned long long)rdl_schedule_checksum(text, *size));
    fclose(out);
    return text;
}

#endif
