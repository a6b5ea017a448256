/* read_head.c - the header of a schedule: one function for each key, and a
 * table of the required keys and how often each may occur. */
#include "schedule/parse.h"

#include "base/text.h"
#include "detect/detector.h"
#include "exec/shared_map.h"
#include "schedule/environment.h"
#include "schedule/quote.h"
#include "strategy/strategy.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static bool head_program(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->program);
}

static bool head_path(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->path);
}

static bool head_directory(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->directory);
}

static bool head_append(struct rdl_parse *p, char ***texts, size_t *n)
{
    char *text;

    if (!rdl_parse_string(p, &text))
        return false;
    *texts = rdl_grow(*texts, (*n + 1) * sizeof(char *));
    (*texts)[(*n)++] = text;
    return true;
}

static bool head_argument(struct rdl_parse *p)
{
    return head_append(p, &p->s->arguments, &p->s->n_arguments);
}

static bool head_variable(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;

    if (!head_append(p, &s->variables, &s->n_variables))
        return false;
    if (!rdl_environment_may_store(s->variables[s->n_variables - 1]))
        return rdl_parse_fail(p, "a variable that a schedule may not set");
    return true;
}

static bool head_stdin(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;

    if (!rdl_parse_number(p, UINT64_MAX, &s->stdin_size) ||
        !rdl_parse_space(p) || !rdl_parse_hex(p, 16, &s->stdin_hash))
        return false;
    if (p->at == p->stop)
        return true;
    if (!rdl_parse_space(p) || !rdl_parse_quoted(p, &s->stdin_bytes))
        return false;
    if (s->stdin_bytes.size != s->stdin_size)
        return rdl_parse_fail(p, "the size of the standard input is wrong");
    s->has_stdin = true;
    return true;
}

static bool head_payload(struct rdl_parse *p)
{
    struct rdl_bytes *to = &p->s->payload;

    if (!rdl_parse_quoted(p, to))
        return false;
    return (to->size > 0 && to->size <= RDL_PAYLOAD_BYTES) ||
           rdl_parse_fail(p, "a payload of %zu bytes", to->size);
}

static bool head_case(struct rdl_parse *p)
{
    char *name;
    bool fits;

    if (!rdl_parse_string(p, &name))
        return false;
    fits = name[0] != '\0' && strlen(name) < sizeof(p->s->config.part);
    rdl_text_copy(p->s->config.part, name, sizeof(p->s->config.part));
    free(name);
    return fits || rdl_parse_fail(p, "a name of a case that cannot be");
}

static bool head_seed(struct rdl_parse *p)
{
    return rdl_parse_number(p, UINT64_MAX, &p->s->config.seed);
}

/* Older versions of raddle had other names for some strategies. */
static bool head_strategy(struct rdl_parse *p)
{
    char *name = p->s->config.strategy;
    const struct rdl_strategy *s;

    if (!rdl_parse_name(p, name, sizeof(p->s->config.strategy)))
        return false;
    s = rdl_strategy_find(name);
    if (s != NULL)
        rdl_text_copy(name, s->name, sizeof(p->s->config.strategy));
    return true;
}

static bool head_depth(struct rdl_parse *p)
{
    uint64_t n;

    if (!rdl_parse_number(p, RDL_MAX_DEPTH, &n))
        return false;
    if (n == 0)
        return rdl_parse_fail(p, "depth 0");
    p->s->config.depth = (uint32_t)n;
    return true;
}

static bool head_engine(struct rdl_parse *p)
{
    return rdl_parse_name(p, p->s->config.engine, sizeof(p->s->config.engine));
}

static bool head_execution(struct rdl_parse *p)
{
    return rdl_parse_number(p, UINT64_MAX, &p->s->config.execution);
}

static bool head_max_steps(struct rdl_parse *p)
{
    return rdl_parse_number(p, RDL_MOST_STEPS, &p->s->config.max_steps);
}

static bool head_timeout(struct rdl_parse *p)
{
    uint64_t n;

    if (!rdl_parse_number(p, UINT32_MAX, &n))
        return false;
    p->s->config.timeout_ms = (uint32_t)n;
    return true;
}

static bool head_expect_exit(struct rdl_parse *p)
{
    uint64_t n;

    if (!rdl_parse_number(p, 255, &n))
        return false;
    p->s->config.expect_exit = (int32_t)n;
    return true;
}

static bool head_flag(struct rdl_parse *p, const char *set, uint32_t flag)
{
    char word[4];

    if (!rdl_parse_name(p, word, sizeof(word)))
        return false;
    if (strcmp(word, "yes") != 0 && strcmp(word, "no") != 0)
        return rdl_parse_fail(p, "neither yes nor no");
    if (strcmp(word, set) == 0)
        p->s->config.flags |= flag;
    return true;
}

static bool head_spurious(struct rdl_parse *p)
{
    return head_flag(p, "no", RDL_CFG_NO_SPURIOUS);
}

static bool head_leaks(struct rdl_parse *p)
{
    return head_flag(p, "yes", RDL_CFG_LEAKS);
}

static bool head_fail_malloc(struct rdl_parse *p)
{
    return head_flag(p, "yes", RDL_CFG_FAIL_MALLOC);
}

static bool head_expect_handled(struct rdl_parse *p)
{
    return head_flag(p, "yes", RDL_CFG_EXPECT_HANDLED);
}

static bool head_time_passes(struct rdl_parse *p)
{
    char word[8];

    if (!rdl_parse_name(p, word, sizeof(word)))
        return false;
    if (strcmp(word, "idle") != 0 && strcmp(word, "any") != 0)
        return rdl_parse_fail(p, "neither idle nor any");
    if (strcmp(word, "idle") == 0)
        p->s->config.flags |= RDL_CFG_PATIENT;
    return true;
}

static bool head_clocks(struct rdl_parse *p)
{
    char word[8];

    if (!rdl_parse_name(p, word, sizeof(word)))
        return false;
    if (strcmp(word, "still") != 0)
        return rdl_parse_fail(p, "not still");
    p->s->config.flags |= RDL_CFG_STILL;
    return true;
}

static bool head_detector(struct rdl_parse *p, uint64_t *set)
{
    char name[sizeof(((struct rdl_finding *)0)->kind)];
    const struct rdl_detector *d;

    if (!rdl_parse_name(p, name, sizeof(name)))
        return false;
    d = rdl_detector_find(name);
    if (d == NULL)
        return rdl_parse_fail(p, "unknown detector '%s'", name);
    *set |= UINT64_C(1) << rdl_detector_index(d);
    return true;
}

static bool head_disable(struct rdl_parse *p)
{
    return head_detector(p, &p->s->config.disabled);
}

static bool head_continue_after(struct rdl_parse *p)
{
    return head_detector(p, &p->s->config.continued);
}

static bool head_ends_at(struct rdl_parse *p)
{
    uint64_t code;

    if (!head_detector(p, &p->s->config.ends) || !rdl_parse_space(p) ||
        !rdl_parse_hex(p, 16, &p->s->config.ends_key) || !rdl_parse_space(p) ||
        !rdl_parse_number(p, INT32_MAX, &code))
        return false;
    p->s->config.ends_code = (int32_t)code;
    return true;
}

static bool head_finding(struct rdl_parse *p)
{
    return rdl_parse_name(p, p->s->kind, sizeof(p->s->kind)) &&
           rdl_parse_space(p) && rdl_parse_hex(p, 16, &p->s->id);
}

static bool head_location(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->location);
}

static bool head_text(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->text);
}

static bool head_shrunk_from(struct rdl_parse *p)
{
    return rdl_parse_string(p, &p->s->shrunk_from);
}

static bool head_switches_from(struct rdl_parse *p)
{
    return rdl_parse_number(p, RDL_MOST_STEPS, &p->s->switches_from);
}

static bool head_preemptions(struct rdl_parse *p)
{
    return rdl_parse_number(p, RDL_MOST_STEPS, &p->s->preemptions);
}

static bool head_event_hash(struct rdl_parse *p)
{
    return rdl_parse_hex(p, 16, &p->s->event_hash);
}

static bool head_steps(struct rdl_parse *p)
{
    return rdl_parse_number(p, RDL_MOST_STEPS, &p->steps_said);
}

static bool head_build_id(struct rdl_parse *p, struct rdl_schedule_module *m)
{
    if (p->at < p->stop && *p->at == '-')
        return rdl_parse_text(p, "-");
    while (p->at < p->stop && m->build_id_size < sizeof(m->build_id)) {
        const char *stop = p->stop;
        uint64_t byte;
        bool good;

        p->stop = stop - p->at > 2 ? p->at + 2 : stop;
        good = rdl_parse_hex(p, 2, &byte);
        p->stop = stop;
        if (!good)
            return false;
        m->build_id[m->build_id_size++] = (uint8_t)byte;
    }
    return m->build_id_size > 0 || rdl_parse_fail(p, "a build id is missing");
}

static bool head_module(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;
    struct rdl_schedule_module m = { 0 };

    if (s->n_modules == RDL_MAX_MODULES)
        return rdl_parse_fail(p, "more than %d modules", RDL_MAX_MODULES);
    if (!rdl_parse_string(p, &m.path))
        return false;
    if (!rdl_parse_space(p) || !head_build_id(p, &m)) {
        free(m.path);
        return false;
    }
    s->modules =
        rdl_parse_room(s->modules, s->n_modules, &p->modules_room, sizeof(m));
    s->modules[s->n_modules++] = m;
    return true;
}

static bool head_result(struct rdl_parse *p, int64_t *out)
{
    bool negative = p->at < p->stop && *p->at == '-';
    uint64_t n;

    p->at += negative;
    if (!rdl_parse_number(p, INT64_MAX, &n))
        return false;
    if (negative && n == 0)
        return rdl_parse_fail(p, "-0");
    *out = negative ? -(int64_t)n : (int64_t)n;
    return true;
}

static void head_add_input(struct rdl_parse *p, const struct rdl_input *in,
                           const struct rdl_bytes *bytes)
{
    struct rdl_bytes *to = &p->s->inputs;
    size_t padded = (bytes->size + 7) & ~(size_t)7;
    size_t need = to->size + sizeof(*in) + padded;

    if (need > p->inputs_room) {
        p->inputs_room = need * 2;
        to->data = rdl_grow(to->data, p->inputs_room);
    }
    memcpy(to->data + to->size, in, sizeof(*in));
    memset(to->data + to->size + sizeof(*in), 0, padded);
    memcpy(to->data + to->size + sizeof(*in), bytes->data, bytes->size);
    to->size = need;
}

static bool head_input(struct rdl_parse *p)
{
    struct rdl_input in = { 0 };
    struct rdl_bytes bytes;
    uint64_t tid, call;

    if (!rdl_parse_number(p, RDL_MOST_STEPS, &in.step) ||
        !rdl_parse_text(p, " t") ||
        !rdl_parse_number(p, RDL_MAX_THREADS - 1, &tid) ||
        !rdl_parse_space(p) || !rdl_parse_number(p, UINT16_MAX, &call) ||
        !rdl_parse_space(p) || !head_result(p, &in.result) ||
        !rdl_parse_space(p) || !rdl_parse_quoted(p, &bytes))
        return false;
    in.tid = (uint16_t)tid;
    in.call = (uint16_t)call;
    in.length = (uint32_t)bytes.size;
    head_add_input(p, &in, &bytes);
    free(bytes.data);
    return true;
}

enum { ONCE, AT_MOST_ONCE, ANY };

static const struct {
    const char *key;
    bool (*read)(struct rdl_parse *p);
    int times;
} keys[] = {
    { "program", head_program, ONCE },
    { "path", head_path, ONCE },
    { "directory", head_directory, ONCE },
    { "argument", head_argument, ANY },
    { "variable", head_variable, ANY },
    { "stdin", head_stdin, ONCE },
    { "payload", head_payload, AT_MOST_ONCE },
    { "case", head_case, AT_MOST_ONCE },
    { "seed", head_seed, ONCE },
    { "strategy", head_strategy, ONCE },
    { "depth", head_depth, ONCE },
    { "engine", head_engine, ONCE },
    { "execution", head_execution, ONCE },
    { "max-steps", head_max_steps, ONCE },
    { "timeout-ms", head_timeout, ONCE },
    { "expect-exit", head_expect_exit, ONCE },
    { "spurious", head_spurious, ONCE },
    { "leaks", head_leaks, ONCE },
    { "fail-malloc", head_fail_malloc, AT_MOST_ONCE },
    { "expect-handled", head_expect_handled, AT_MOST_ONCE },
    { "time-passes", head_time_passes, AT_MOST_ONCE },
    { "clocks", head_clocks, AT_MOST_ONCE },
    { "disable", head_disable, ANY },
    { "continue-after", head_continue_after, ANY },
    { "ends-at", head_ends_at, AT_MOST_ONCE },
    { "finding", head_finding, ONCE },
    { "location", head_location, ONCE },
    { "text", head_text, ONCE },
    { "fact", rdl_parse_fact, ANY },
    { "fact-step", rdl_parse_fact_step, ANY },
    { "fact-thread", rdl_parse_fact_thread, ANY },
    { "shrunk-from", head_shrunk_from, AT_MOST_ONCE },
    { "switches-from", head_switches_from, AT_MOST_ONCE },
    { "preemptions", head_preemptions, AT_MOST_ONCE },
    { "event-hash", head_event_hash, ONCE },
    { "steps", head_steps, ONCE },
    { "module", head_module, ANY },
    { "site", rdl_parse_site, ANY },
    { "input", head_input, ANY },
};
#define N_KEYS (sizeof(keys) / sizeof(keys[0]))
_Static_assert(N_KEYS <= 64, "rdl_parse.seen has a bit for each");

bool rdl_parse_header(struct rdl_parse *p, const char *key)
{
    for (size_t i = 0; i < N_KEYS; i++) {
        if (strcmp(keys[i].key, key) != 0)
            continue;
        if (keys[i].times != ANY && (p->seen >> i & 1) != 0)
            return rdl_parse_fail(p, "'%s' comes twice", key);
        p->seen |= UINT64_C(1) << i;
        return rdl_parse_space(p) && keys[i].read(p) &&
               rdl_parse_end_of_line(p);
    }
    return rdl_parse_fail(p, "unknown key '%s'", key);
}

bool rdl_parse_header_complete(struct rdl_parse *p)
{
    for (size_t i = 0; i < N_KEYS; i++) {
        if (keys[i].times == ONCE && (p->seen >> i & 1) == 0)
            return rdl_parse_fail(p, "'%s' is missing", keys[i].key);
    }
    if (p->s->n_steps != p->steps_said)
        return rdl_parse_fail(p, "%zu steps instead of %llu", p->s->n_steps,
                              (unsigned long long)p->steps_said);
    if (p->s->n_steps > p->s->config.max_steps)
        return rdl_parse_fail(p, "more steps than max-steps");
    return rdl_parse_facts_fit(p);
}
