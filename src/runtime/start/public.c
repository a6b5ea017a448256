/* public.c - the runtime's side of include/raddle.h, which documents each call
 * and finds these functions by weak symbols. (raddle_rt_assert_failed is in
 * process/assert.c.)  Payload and marks are for the programs that raddle gen
 * makes: base/payload.h. */
#include "runtime/heap/heap.h"
#include "runtime/observe/blocks.h"
#include "runtime/sched/sched.h"
#include "runtime/core/thread.h"

#include "base/text.h"

void raddle_rt_atomic_begin(void);
void raddle_rt_atomic_end(void);
void raddle_rt_yield_point(void);
void raddle_rt_ignore_begin(void);
void raddle_rt_ignore_end(void);
void raddle_rt_ignore_races_begin(void);
void raddle_rt_ignore_races_end(void);
void raddle_rt_block_begin(void);
void raddle_rt_block_end(void);
void raddle_rt_associate(const volatile void *a, size_t a_size,
                         const volatile void *b, size_t b_size);
void raddle_rt_name(const volatile void *address, const char *label);
const void *raddle_rt_payload(size_t *size);
void *raddle_rt_answer(size_t *size);
void raddle_rt_call_begin(uint16_t call);
void raddle_rt_call_end(uint16_t call);

/* Enters or leaves one level of what the program began. */
static void public_change(uint16_t *depth, bool begins)
{
    if (begins ? *depth < UINT16_MAX : *depth > 0)
        *depth = (uint16_t)(*depth + (begins ? 1 : -1));
    rdl_self->asks = rdl_self->atomic > 0 || rdl_self->ignores > 0;
}

RDL_EXPORT void raddle_rt_atomic_begin(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->atomic, true);
}

RDL_EXPORT void raddle_rt_atomic_end(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->atomic, false);
}

/* A fence has the fewest consequences of all operations: it accesses nothing.
 * (A yield would leave the thread out until another has stepped.) */
RDL_EXPORT void raddle_rt_yield_point(void)
{
    rdl_point_atomic(RDL_OP_FENCE, NULL, 0, RDL_PC, RDL_ORDER_SEQ_CST);
}

RDL_EXPORT void raddle_rt_ignore_begin(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->ignores, true);
}

RDL_EXPORT void raddle_rt_ignore_end(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->ignores, false);
}

RDL_EXPORT void raddle_rt_ignore_races_begin(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->ignores_races, true);
}

RDL_EXPORT void raddle_rt_ignore_races_end(void)
{
    if (rdl_controlled())
        public_change(&rdl_self->ignores_races, false);
}

RDL_EXPORT void raddle_rt_block_begin(void)
{
    if (rdl_controlled())
        rdl_blocks_enter(RDL_PC);
}

RDL_EXPORT void raddle_rt_block_end(void)
{
    if (rdl_controlled())
        rdl_blocks_leave();
}

RDL_EXPORT void raddle_rt_associate(const volatile void *a, size_t a_size,
                                    const volatile void *b, size_t b_size)
{
    if (rdl_controlled())
        rdl_blocks_associate((uintptr_t)a, a_size, (uintptr_t)b, b_size);
}

/* The bytes that the driver gives to this execution; NULL if there are none.
 * They do not change while it lasts. */
RDL_EXPORT const void *raddle_rt_payload(size_t *size)
{
    const struct rdl_payload *p =
        rdl_controlled()
            ? rdl_shared_payload(rdl_shared, rdl_shared->tally.executions)
            : NULL;

    *size = p != NULL && p->size <= sizeof(p->bytes) ? p->size : 0;
    return *size > 0 ? p->bytes : NULL;
}

/* Memory that the driver reads when the execution is over, however it ended. */
RDL_EXPORT void *raddle_rt_answer(size_t *size)
{
    if (!rdl_controlled())
        return NULL;
    *size = RDL_ANSWER_BYTES;
    return rdl_shared_answer(rdl_shared, rdl_shared->tally.executions);
}

/* A call of the module under test begins, or has returned. */
RDL_EXPORT void raddle_rt_call_begin(uint16_t call)
{
    rdl_point_atomic(RDL_OP_CALL, (void *)(uintptr_t)call, 0, RDL_PC,
                     RDL_ORDER_SEQ_CST);
}

RDL_EXPORT void raddle_rt_call_end(uint16_t call)
{
    rdl_point_atomic(RDL_OP_RETURN, (void *)(uintptr_t)call, 0, RDL_PC,
                     RDL_ORDER_SEQ_CST);
}

/* The latest name of an address counts; when the table is full further
 * addresses get no name. */
RDL_EXPORT void raddle_rt_name(const volatile void *address, const char *label)
{
    struct rdl_shared *s = rdl_shared;
    uint32_t i = 0;

    if (!rdl_controlled() || label == NULL)
        return;
    while (i < s->n_labels && s->labels[i].addr != (uintptr_t)address)
        i++;
    if (i >= RDL_MAX_LABELS)
        return;
    s->labels[i].addr = (uintptr_t)address;
    s->labels[i].pc = RDL_PC;
    s->labels[i].size = rdl_heap_size((const void *)address);
    rdl_text_copy(s->labels[i].text, label, sizeof(s->labels[i].text));
    if (i == s->n_labels)
        s->n_labels++;
}
