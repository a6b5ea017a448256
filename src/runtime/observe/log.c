/* log.c - records an execution for the schedule file, hashes it by names for
 * the determinism checks, and in a replay compares it step by step. */
#include "runtime/observe/log.h"

#include "base/text.h"
#include "runtime/core/persistent.h"
#include "runtime/observe/recorder.h"
#include "runtime/core/modules.h"
#include "runtime/core/state.h"

#include <string.h>

struct rdl_log rdl_log;
static uint64_t switches;

/* Replay. */
static const uint32_t *expected_steps;
static const struct rdl_site *sites;
static const struct rdl_switch *expected_switches;
static const struct rdl_taken_choice *expected_choices;
static uint64_t n_expected, n_sites, n_switches, n_choices;
static uint64_t at_switch; /* first switch that has not happened yet */
static uint64_t at_choice;

/* The program counter of each site, set when its module first occurs; 0:
 * unknown.  In memory of its own: a replay may have any number of sites. */
#define KNOWN 65536
static uintptr_t site_pc[KNOWN];
static size_t n_site_pc; /* one past the highest known one */
RDL_KEEP_USED(site_pc, n_site_pc);

uint64_t rdl_log_hash(void)
{
    return rdl_log.hash;
}

uint64_t rdl_log_switches(void)
{
    return switches;
}

bool rdl_log_replays(void)
{
    return rdl_log.replays;
}

static uint64_t log_used(enum rdl_region_id id)
{
    return rdl_shared->regions[id].used;
}

void rdl_log_begin(void)
{
    struct rdl_shared *s = rdl_shared;

    rdl_log.replays = (s->config.flags & RDL_CFG_REPLAY) != 0;
    rdl_log.steps = rdl_shared_data(s, RDL_TRACE_STEPS);
    rdl_log.max_steps = s->regions[RDL_TRACE_STEPS].capacity;
    for (int id = RDL_TRACE_STEPS; id <= RDL_TRACE_INPUTS; id++)
        s->regions[id].used = 0;
    expected_steps = rdl_shared_data(s, RDL_REPLAY_STEPS);
    n_expected = log_used(RDL_REPLAY_STEPS);
    sites = rdl_shared_data(s, RDL_REPLAY_SITES);
    n_sites = log_used(RDL_REPLAY_SITES);
    expected_switches = rdl_shared_data(s, RDL_REPLAY_SWITCHES);
    n_switches = log_used(RDL_REPLAY_SWITCHES);
    expected_choices = rdl_shared_data(s, RDL_REPLAY_CHOICES);
    n_choices = log_used(RDL_REPLAY_CHOICES);
}

static void log_append(enum rdl_region_id id, const void *element, size_t size)
{
    struct rdl_region *r = &rdl_shared->regions[id];

    if (r->used == r->capacity)
        return; /* the driver notices that it is full and reports it */
    memcpy((char *)rdl_shared_data(rdl_shared, id) + r->used * size, element,
           size);
    r->used++;
}

_Noreturn void rdl_log_diverged(const char *why)
{
    struct rdl_divergence *d = &rdl_shared->outcome.divergence;

    d->step = rdl_steps;
    rdl_text_copy(d->why, why, sizeof(d->why));
    rdl_finish(RDL_DIVERGED, 0);
}

static bool log_same_module(const struct rdl_site *site,
                            const struct rdl_module *m)
{
    return rdl_shared->replay_modules[site->module] == rdl_module_name(m);
}

/* Is the step at the recorded site? */
static bool log_at_site(uint32_t index, const struct rdl_event *e)
{
    const struct rdl_site *site = &sites[index];
    const struct rdl_module *m;
    const uintptr_t pc = e->pc;

    if (site->op != e->op || site->order != rdl_flags_order(e->flags))
        return false;
    if (index < KNOWN && site_pc[index] != 0)
        return site_pc[index] == pc;
    /* Not a place: a thread's start, or code outside every module. */
    if (site->module == UINT32_MAX)
        return rdl_module_of(pc) == NULL;
    m = rdl_module_of(pc);
    if (m == NULL || !log_same_module(site, m) || pc - m->base != site->offset)
        return false;
    if (index < KNOWN) {
        site_pc[index] = pc;
        if (index >= n_site_pc)
            n_site_pc = index + 1;
    }
    return true;
}

static bool log_any_end(void)
{
    return (rdl_shared->config.flags & RDL_CFG_ANY_END) != 0;
}

/* May the execution continue after the end of the recording, or end here by
 * steps that the recorded one took later? */
static bool log_goes_on(void)
{
    return (rdl_steps >= n_expected || rdl_log.stands) && log_any_end();
}

static void log_compare(const struct rdl_event *e)
{
    struct rdl_divergence *d = &rdl_shared->outcome.divergence;

    if (log_goes_on())
        return;
    d->expected_tid = d->came_tid = e->tid;
    d->came = rdl_step_pack(e->pc, rdl_event_rest(e));
    d->expected = UINT64_MAX;
    if (rdl_steps >= n_expected)
        rdl_log_diverged("the execution goes on behind the recorded end");
    d->expected = expected_steps[rdl_steps];
    if (d->expected >= n_sites || !log_at_site((uint32_t)d->expected, e)) {
        rdl_module_of(e->pc); /* so that the driver can name it */
        rdl_log_diverged("another operation");
    }
    if (at_switch < n_switches &&
        expected_switches[at_switch].step == rdl_steps) {
        d->expected_hash = expected_switches[at_switch].hash;
        d->came_hash = (uint32_t)rdl_log.hash;
        if (d->expected_hash != d->came_hash)
            rdl_log_diverged("an operand or a value differs since the "
                             "previous switch");
        at_switch++;
    }
}

rdl_tid rdl_log_expected(void)
{
    struct rdl_divergence *d = &rdl_shared->outcome.divergence;
    uint64_t i = at_switch;
    rdl_tid tid;

    if (log_goes_on())
        return rdl_enabled()[0];
    if (i < n_switches && expected_switches[i].step == rdl_steps)
        i++;
    if (i == 0 || rdl_steps >= n_expected) {
        d->expected = d->came = UINT64_MAX;
        d->expected_tid = d->came_tid = rdl_sched.current;
        rdl_log_diverged("the execution goes on behind the recorded end");
    }
    tid = expected_switches[i - 1].tid;
    if (rdl_is_enabled(tid))
        return tid;
    /* The only candidate may be a thread left out because it spins. */
    d->expected = expected_steps[rdl_steps];
    d->expected_tid = tid;
    d->came_tid = RDL_NO_TID;
    d->came = UINT64_MAX;
    rdl_log_diverged("the thread that was to step cannot");
}

void rdl_log_step(const struct rdl_event *e)
{
    if (e->tid != rdl_sched.current || rdl_steps == 0) {
        struct rdl_switch sw = {
            .step = rdl_steps,
            .hash = (uint32_t)rdl_log.hash,
            .tid = e->tid,
        };

        log_append(RDL_TRACE_SWITCHES, &sw, sizeof(sw));
        if (rdl_steps > 0)
            switches++;
    }
    if (unlikely(rdl_log.replays)) {
        log_compare(e);
        rdl_recorder_call(e);
    }
    rdl_log_record(e->pc, e->addr, rdl_event_rest(e));
}

void rdl_log_mix(uint64_t value)
{
    rdl_log.hash = rdl_fold(rdl_log.hash, value);
}

unsigned rdl_log_expected_choice(enum rdl_choice_kind kind, unsigned n)
{
    const struct rdl_taken_choice *c = &expected_choices[at_choice];

    if (at_choice == n_choices || c->step != rdl_steps ||
        c->nth != rdl_log.choices_here)
        return 0;
    if (c->kind != kind || c->value >= n)
        rdl_log_diverged("another choice");
    at_choice++;
    return c->value;
}

void rdl_log_choice(enum rdl_choice_kind kind, unsigned value)
{
    struct rdl_taken_choice taken = {
        .step = rdl_steps,
        .value = value,
        .kind = (uint16_t)kind,
        .nth = rdl_log.choices_here++,
    };

    if (value != 0)
        log_append(RDL_TRACE_CHOICES, &taken, sizeof(taken));
}

void rdl_log_end(void)
{
    struct rdl_divergence *d = &rdl_shared->outcome.divergence;

    if (!rdl_log.replays || rdl_steps == n_expected || log_goes_on())
        return;
    if (rdl_shared->outcome.state == RDL_FOUND && log_any_end())
        return;
    d->expected =
        rdl_steps < n_expected ? expected_steps[rdl_steps] : UINT64_MAX;
    d->came = UINT64_MAX;
    d->expected_tid = d->came_tid = rdl_sched.current;
    /* Called while finishing: sets only the state. */
    d->step = rdl_steps;
    rdl_text_copy(d->why, "the execution ended early", sizeof(d->why));
    rdl_shared->outcome.state = RDL_DIVERGED;
}
