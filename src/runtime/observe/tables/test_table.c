/* test_table.c - see test_table.h.  A record lies in the set of the granule in
 * which its memory begins. */
#include "runtime/observe/tables/test_table.h"

#include "base/hash.h"

#include <string.h>

void rdl_test_table_begin(struct rdl_test_table *t)
{
    if (++t->execution == 0) { /* it has wrapped: what is old looks new */
        memset(t->records, 0, sizeof(t->records));
        t->execution = 1;
    }
}

static struct rdl_test_record *test_set(struct rdl_test_table *t,
                                        uint64_t granule)
{
    return t->records[rdl_mix(0, granule) % RDL_TEST_SETS];
}

static bool test_is(const struct rdl_test_table *t,
                    const struct rdl_test_record *r)
{
    return r->execution == t->execution && r->test.step != 0;
}

static uint64_t test_value(const struct rdl_test_table *t,
                           const struct rdl_test_record *r)
{
    return t->value(r->test.addr, r->test.size);
}

/* Another thread is about to write.  A write that left the value as it was is
 * none. */
static void test_comes(const struct rdl_test_table *t,
                       struct rdl_test_record *r,
                       const struct rdl_block_touch *now)
{
    const uint64_t value = test_value(t, r);

    if (r->came.step != 0 && value != r->value)
        return;
    r->came = *now;
    r->value = value;
}

static bool test_changed(const struct rdl_test_table *t,
                         const struct rdl_test_record *r)
{
    return r->came.step != 0 && test_value(t, r) != r->value;
}

/* Its record, or the one to use for it. */
static struct rdl_test_record *test_room(struct rdl_test_table *t,
                                         const struct rdl_block_touch *now)
{
    struct rdl_test_record *set = test_set(t, now->addr / 8), *oldest = &set[0];

    for (size_t i = 0; i < RDL_TEST_WAYS; i++) {
        if (test_is(t, &set[i]) && set[i].test.tid == now->tid &&
            set[i].test.addr == now->addr && set[i].test.size == now->size)
            return &set[i];
    }
    for (size_t i = 0; i < RDL_TEST_WAYS; i++) {
        if (!test_is(t, &set[i]))
            return &set[i];
        if (set[i].test.step < oldest->test.step)
            oldest = &set[i];
    }
    return oldest;
}

static void test_reads(struct rdl_test_table *t,
                       const struct rdl_block_touch *now, uint64_t call)
{
    struct rdl_test_record *r = test_room(t, now);

    if (test_is(t, r) && r->test.tid == now->tid && r->test.addr == now->addr &&
        r->test.size == now->size && r->use.step == 0 && call != 0 &&
        r->call == call && test_changed(t, r)) {
        r->use = *now;
        return;
    }
    *r = (struct rdl_test_record){
        .execution = t->execution,
        .call = call,
        .test = *now,
    };
}

static bool test_writes(const struct rdl_test_table *t,
                        const struct rdl_test_record *r,
                        const struct rdl_block_touch *now, uint64_t call)
{
    if (r->test.addr != now->addr || r->test.size != now->size || call == 0 ||
        r->call != call)
        return false;
    return r->use.step != 0 ? now->op != RDL_OP_RMW : test_changed(t, r);
}

bool rdl_test_table_access(struct rdl_test_table *t,
                           const struct rdl_block_touch *now, uint64_t call,
                           bool again, struct rdl_triple *triple,
                           uintptr_t *use)
{
    const bool writes = rdl_op_writes((enum rdl_op)now->op);
    bool found = false;

    for (uint64_t g = rdl_block_touch_first(now);
         writes && g < rdl_block_touch_end(now); g++) {
        struct rdl_test_record *set = test_set(t, g);

        for (size_t i = 0; i < RDL_TEST_WAYS; i++) {
            struct rdl_test_record *r = &set[i];

            if (!test_is(t, r) || r->test.addr / 8 != g ||
                !rdl_overlap(r->test.addr, r->test.size, now->addr, now->size))
                continue;
            if (r->test.tid != now->tid) {
                test_comes(t, r, now);
                continue;
            }
            if (!again && !found && test_writes(t, r, now, call)) {
                found = true;
                *triple = (struct rdl_triple){ r->test, r->came, *now };
                *use = r->use.step != 0 ? r->use.pc : 0;
            }
            r->test.step = 0;
        }
    }
    if (!writes)
        test_reads(t, now, call);
    return found;
}

/* Of a large block every set is looked at once. */
void rdl_test_table_forget(struct rdl_test_table *t, uintptr_t addr,
                           uint32_t size)
{
    const uint64_t first = addr / 8, end = ((uint64_t)addr + size + 7) / 8;
    const uint64_t n =
        end - first < RDL_TEST_SETS ? end - first : RDL_TEST_SETS;

    for (uint64_t i = 0; i < n; i++) {
        struct rdl_test_record *set =
            n < RDL_TEST_SETS ? test_set(t, first + i) : t->records[i];

        for (size_t k = 0; k < RDL_TEST_WAYS; k++) {
            if (set[k].test.addr / 8 >= first && set[k].test.addr / 8 < end)
                set[k].test.step = 0;
        }
    }
}
