/* block_report.c - see block_report.h. */
#include "runtime/observe/block_report.h"

#include "base/hash.h"
#include "detect/warnings.h"
#include "runtime/core/modules.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/observe/blocks.h"

#include <string.h>

/* What is being reported. */
static struct rdl_finding known;
RDL_PERSISTENT(known);

/* What this process has reported: a cache, so that something that every
 * execution shows costs little. */
#define KNOWN 512
static struct {
    uint64_t key;       /* of code addresses, not of places */
    uint32_t warning;   /* its number in the table, from 1; 0: no room there */
    uint32_t execution; /* the latest that counted it */
} cache[KNOWN];
RDL_PERSISTENT(cache);
static uint32_t execution_now;
RDL_PERSISTENT(execution_now);

static bool ending; /* `known` ends this execution */

void rdl_block_report_begin(void)
{
    execution_now++;
    ending = false;
}

static bool report_ends_executions(void)
{
    return rdl_shared->config.ends != 0;
}

/* Module and offset; 0 for code that belongs to no module. */
static uint64_t report_place(uintptr_t pc)
{
    const struct rdl_module *m = rdl_module_of(pc);

    return m != NULL ? rdl_mix(m->name, pc - m->base) : 0;
}

static struct rdl_race_side report_side(const struct rdl_block_touch *t)
{
    rdl_module_of(t->pc); /* so that the driver can name it */
    rdl_module_of(t->addr);
    rdl_module_of(t->lock);
    return (struct rdl_race_side){
        .tid = t->tid,
        .op = t->op,
        .flags = t->flags,
        .size = t->size,
        .pc = t->pc,
        .addr = t->addr,
        .n_locks = t->lock != 0,
        .locks = { t->lock },
    };
}

/* Has this process reported it?  Then an execution counts it once. */
static bool report_counted(uint64_t key, uint32_t **warning)
{
    const size_t at = key % KNOWN;

    *warning = &cache[at].warning;
    if (report_ends_executions())
        return false;
    if (cache[at].key == key) {
        if (cache[at].execution != execution_now && cache[at].warning > 0)
            rdl_shared->warnings.all[cache[at].warning - 1].times++;
        cache[at].execution = execution_now;
        return true;
    }
    cache[at].key = key;
    cache[at].warning = 0;
    cache[at].execution = execution_now;
    return false;
}

/* Reports `n` accesses in `known.pattern`; true if the execution is to end with
 * them. */
static bool report(enum rdl_pattern pattern, enum rdl_block_source source,
                   const struct rdl_block_touch *const *accesses, unsigned n)
{
    const struct rdl_block_touch *last = accesses[n == 2 ? 1 : 2];
    const bool undecided = rdl_sched.undecided;
    uint64_t raw = rdl_mix(pattern, source), key;
    uint32_t *warning;

    for (unsigned i = 0; i < n; i++)
        raw = rdl_mix(raw, accesses[i]->pc);
    if (report_counted(raw, &warning))
        return false;
    key = rdl_mix(0, pattern);
    if (n == 2) { /* whichever came first */
        const uint64_t a = report_place(accesses[0]->pc);
        const uint64_t b = report_place(accesses[1]->pc);

        key = rdl_mix(rdl_mix(key, a < b ? a : b), a < b ? b : a);
    } else { /* q' of a torn one is not what makes it another */
        for (unsigned i = 0; i < 3; i++)
            key = rdl_mix(key, report_place(accesses[i]->pc));
    }
    known.tid = last->tid;
    known.pc = last->pc;
    known.addr = last->addr;
    known.code = (int32_t)source;
    known.key = key != 0 ? key : 1;
    known.pattern.kind = (uint8_t)pattern;
    known.pattern.source = (uint8_t)source;
    known.pattern.n = (uint8_t)n;
    for (unsigned i = 0; i < n; i++)
        known.pattern.sides[i] = report_side(accesses[i]);
    if (report_ends_executions()) {
        ending = rdl_warning_ends(&rdl_shared->config, &known);
        return ending;
    }
    rdl_sched.undecided = true; /* threads stand where they announced */
    rdl_moment(RDL_AT_PATTERN, RDL_MISUSE_NONE, &known);
    rdl_sched.undecided = undecided;
    *warning = rdl_warnings_with(&rdl_shared->warnings, known.key, known.code);
    return false;
}

/* False: the execution is to end with something else. */
static bool report_clear(void)
{
    if (ending)
        return false;
    memset(&known, 0, offsetof(struct rdl_finding, threads));
    return true;
}

bool rdl_block_report_triple(const struct rdl_triple *t,
                             enum rdl_block_source source, uintptr_t whence)
{
    const struct rdl_block_touch *const all[] = { &t->first, &t->between,
                                                  &t->second };

    if (!report_clear())
        return false;
    known.pattern.whence = whence;
    rdl_module_of(whence);
    return report(RDL_PATTERN_BLOCK, source, all, 3);
}

bool rdl_block_report_pair(const struct rdl_block_touch *first,
                           const struct rdl_block_touch *second)
{
    const struct rdl_block_touch *const all[] = { first, second };

    if (!report_clear())
        return false;
    return report(RDL_PATTERN_PAIR, RDL_BLOCK_NOT, all, 2);
}

bool rdl_block_report_torn(const struct rdl_torn *t, uintptr_t begin)
{
    const struct rdl_block_touch *const all[] = { &t->first, &t->between,
                                                  &t->second, &t->beside };

    if (!report_clear())
        return false;
    known.pattern.whence = begin;
    rdl_module_of(begin);
    return report(RDL_PATTERN_PAIR_BLOCK, RDL_BLOCK_ANNOTATED, all, 4);
}

_Noreturn void rdl_blocks_ends(void)
{
    known.step = rdl_steps;
    rdl_moment(RDL_AT_PATTERN, RDL_MISUSE_NONE, &known);
    rdl_panic(__FILE__, __LINE__, "the detector of patterns did not end it");
}
