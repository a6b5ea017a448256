/* read_head.c - the header of a schedule: one function for each key, and a
 * table of the required keys and how often each may occur. */
#include "schedule/parse.h"

#include "base/text.h"
#include "exec/shared_map.h"
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
    if (strchr(s->variables[s->n_variables - 1], '=') == NULL)
        return rdl_parse_fail(p, "a variable without '='");
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

/* NAME+0xOFFSET: the offset begins at the last +0x, because a name may contain
 * one. */
static bool head_site_place(struct rdl_parse *p, struct rdl_site *site)
{
    const struct rdl_schedule *s = p->s;
    const char *end = p->at, *plus = NULL;

    while (end < p->stop && *end != ' ')
        end++;
    if (end - p->at == 1 && *p->at == '-') {
        site->module = UINT32_MAX;
        return rdl_parse_text(p, "-");
    }
    for (const char *c = p->at; c + 2 < end; c++) {
        if (memcmp(c, "+0x", 3) == 0)
            plus = c;
    }
    if (plus == NULL)
        return rdl_parse_fail(p, "a site without a place");
    for (size_t i = 0; i < s->n_modules; i++) {
        const char *name = rdl_text_base_name(s->modules[i].path);

        if (!rdl_percent_equal(p->at, (size_t)(plus - p->at), name))
            continue;
        site->module = (uint32_t)i;
        p->at = plus + 3;
        return rdl_parse_hex(p, 0, &site->offset);
    }
    return rdl_parse_fail(p, "a site in the unknown module '%.*s'",
                          (int)(plus - p->at > 80 ? 80 : plus - p->at), p->at);
}

static bool head_site_comment(struct rdl_parse *p, char **place)
{
    if (p->at == p->stop)
        return true;
    if (!rdl_parse_text(p, " # "))
        return false;
    *place = rdl_format("%.*s", (int)(p->stop - p->at), p->at);
    if (strlen(*place) != (size_t)(p->stop - p->at)) {
        free(*place);
        *place = NULL;
        return rdl_parse_fail(p, "a NUL byte");
    }
    p->at = p->stop;
    return true;
}

/* OPERATOR, or OPERATOR.ORDER for an atomic one that is not seq-cst. */
static bool head_site_operator(struct rdl_parse *p, struct rdl_site *site)
{
    char op[32], order[32];
    int found;

    if (!rdl_parse_name(p, op, sizeof(op)))
        return false;
    found = rdl_op_find(op);
    if (found < 0)
        return rdl_parse_fail(p, "unknown operator '%s'", op);
    site->op = (uint16_t)found;
    if (p->at == p->stop || *p->at != '.')
        return true;
    p->at++;
    if (!rdl_parse_name(p, order, sizeof(order)))
        return false;
    found = rdl_order_find(order);
    if (found <= RDL_ORDER_SEQ_CST || !rdl_op_ordered((enum rdl_op)site->op))
        return rdl_parse_fail(p, "memory order '%s' of operator '%s'", order,
                              op);
    site->order = (uint16_t)found;
    return true;
}

static bool head_site(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;
    struct rdl_site site = { 0 };
    size_t room = p->sites_room;
    char *place = NULL;
    uint64_t n;

    if (!rdl_parse_number(p, UINT32_MAX - 1, &n))
        return false;
    if (n != s->n_sites)
        return rdl_parse_fail(p, "site %zu is missing", s->n_sites);
    if (!rdl_parse_space(p) || !head_site_operator(p, &site) ||
        !rdl_parse_space(p))
        return false;
    if (!head_site_place(p, &site) || !head_site_comment(p, &place))
        return false;
    s->sites =
        rdl_parse_room(s->sites, s->n_sites, &p->sites_room, sizeof(site));
    s->places = rdl_parse_room(s->places, s->n_sites, &room, sizeof(char *));
    s->sites[s->n_sites] = site;
    s->places[s->n_sites++] = place;
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
    { "site", head_site, ANY },
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
