/* read_steps.c - the steps of a schedule:
 *
 *   t2 #a1b2c3d4: 4 5*12 [6 7]*3 8 !spurious !waiter=2
 *
 * means that thread 2 takes the steps at sites 4, 5 twelve times, 6 7 6 7 6 7,
 * 8; then follow two choices. */
#include "schedule/parse.h"

#include "exec/shared_map.h"
#include "strategy/strategy.h"

#include <string.h>

/* A folded loop is short; a damaged file could give any length. */
#define LONGEST_LOOP 64

static bool steps_begin(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;
    struct rdl_switch sw = { .step = s->n_steps };
    uint64_t tid, hash;

    if (!rdl_parse_text(p, "t") ||
        !rdl_parse_number(p, RDL_MAX_THREADS - 1, &tid) ||
        !rdl_parse_text(p, " #") || !rdl_parse_hex(p, 8, &hash) ||
        !rdl_parse_text(p, ":"))
        return false;
    sw.tid = (uint16_t)tid;
    sw.hash = (uint32_t)hash;
    s->switches = rdl_parse_room(s->switches, s->n_switches, &p->switches_room,
                                 sizeof(sw));
    s->switches[s->n_switches++] = sw;
    return true;
}

static bool steps_site(struct rdl_parse *p, uint32_t *out)
{
    uint64_t n;

    if (!rdl_parse_number(p, UINT32_MAX, &n))
        return false;
    if (n >= p->s->n_sites)
        return rdl_parse_fail(p, "unknown site %llu", (unsigned long long)n);
    *out = (uint32_t)n;
    return true;
}

static bool steps_add(struct rdl_parse *p, const uint32_t *sites, size_t n,
                      uint64_t times)
{
    struct rdl_schedule *s = p->s;

    if (times == 0 || times > RDL_MOST_STEPS ||
        s->n_steps + n * times > p->steps_said ||
        s->n_steps + n * times > RDL_MOST_STEPS)
        return rdl_parse_fail(p, "more steps than the header says");
    for (uint64_t i = 0; i < n * times; i++) {
        s->steps = rdl_parse_room(s->steps, s->n_steps, &p->steps_room,
                                  sizeof(*s->steps));
        s->steps[s->n_steps++] = sites[i % n];
    }
    return true;
}

static bool steps_times(struct rdl_parse *p, uint64_t *times)
{
    *times = 1;
    if (p->at == p->stop || *p->at != '*')
        return true;
    p->at++;
    return rdl_parse_number(p, RDL_MOST_STEPS, times);
}

static bool steps_loop(struct rdl_parse *p)
{
    uint32_t body[LONGEST_LOOP];
    size_t n = 0;
    uint64_t times;

    p->at++;
    for (;;) {
        if (n == LONGEST_LOOP)
            return rdl_parse_fail(p, "a loop of more than %d steps",
                                  LONGEST_LOOP);
        if (!steps_site(p, &body[n++]))
            return false;
        if (p->at < p->stop && *p->at == ']')
            break;
        if (!rdl_parse_space(p))
            return false;
    }
    p->at++;
    return steps_times(p, &times) && steps_add(p, body, n, times);
}

static int steps_choice_kind(const char *name)
{
    for (int i = 0; i < RDL_N_CHOICE_KINDS; i++) {
        if (strcmp(rdl_schedule_choices[i], name) == 0)
            return i;
    }
    return -1;
}

static bool steps_choice(struct rdl_parse *p)
{
    struct rdl_schedule *s = p->s;
    uint64_t value = 1, nth = 0;
    char name[16];
    int kind;

    p->at++;
    if (!rdl_parse_name(p, name, sizeof(name)))
        return false;
    kind = steps_choice_kind(name);
    if (kind < 0)
        return rdl_parse_fail(p, "unknown choice '%s'", name);
    if (p->at < p->stop && *p->at == '=') {
        p->at++;
        if (!rdl_parse_number(p, UINT32_MAX, &value))
            return false;
    }
    if (p->at < p->stop && *p->at == '@') {
        p->at++;
        if (!rdl_parse_number(p, UINT16_MAX, &nth))
            return false;
    }
    s->choices = rdl_parse_room(s->choices, s->n_choices, &p->choices_room,
                                sizeof(*s->choices));
    s->choices[s->n_choices++] = (struct rdl_taken_choice){
        .step = s->n_steps,
        .value = (uint32_t)value,
        .kind = (uint16_t)kind,
        .nth = (uint16_t)nth,
    };
    return true;
}

static bool steps_word(struct rdl_parse *p)
{
    uint32_t site;
    uint64_t times;

    if (p->at < p->stop && *p->at == '!')
        return steps_choice(p);
    if (p->at < p->stop && *p->at == '[')
        return steps_loop(p);
    return steps_site(p, &site) && steps_times(p, &times) &&
           steps_add(p, &site, 1, times);
}

bool rdl_parse_steps(struct rdl_parse *p, bool continued)
{
    if (continued) {
        if (p->s->n_switches == 0)
            return rdl_parse_fail(p, "steps without a thread");
        if (!rdl_parse_space(p))
            return false;
    } else if (!steps_begin(p)) {
        return false;
    }
    while (p->at < p->stop) {
        if (!rdl_parse_space(p) || !steps_word(p))
            return false;
    }
    return true;
}
