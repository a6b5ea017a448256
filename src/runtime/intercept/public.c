/* public.c - what a program tells the runtime through include/raddle.h, which
 * says what each call means and finds these functions by weak symbols.
 * (raddle_rt_assert_failed is in assert.c.) */
#include "runtime/noise.h"
#include "runtime/thread.h"

#include "base/text.h"

void raddle_rt_atomic_begin(void);
void raddle_rt_atomic_end(void);
void raddle_rt_yield_point(void);
void raddle_rt_ignore_begin(void);
void raddle_rt_ignore_end(void);
void raddle_rt_name(const volatile void *address, const char *label);

RDL_EXPORT void raddle_rt_atomic_begin(void)
{
    if (rdl_controlled() && rdl_self->atomic < UINT16_MAX)
        rdl_self->atomic++;
}

RDL_EXPORT void raddle_rt_atomic_end(void)
{
    if (rdl_controlled() && rdl_self->atomic > 0)
        rdl_self->atomic--;
}

/* Of all operations a fence says least: it touches nothing.  (One that yields
 * would leave the thread out until another has stepped.) */
RDL_EXPORT void raddle_rt_yield_point(void)
{
    if (!rdl_controlled()) {
        rdl_noise_pause();
        return;
    }
    rdl_point(RDL_OP_FENCE, NULL, 0, RDL_PC);
}

RDL_EXPORT void raddle_rt_ignore_begin(void)
{
    if (rdl_controlled() && rdl_self->ignores < UINT16_MAX)
        rdl_self->ignores++;
}

RDL_EXPORT void raddle_rt_ignore_end(void)
{
    if (rdl_controlled() && rdl_self->ignores > 0)
        rdl_self->ignores--;
}

/* The latest name of an address counts; what there is no room for has none. */
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
    rdl_text_copy(s->labels[i].text, label, sizeof(s->labels[i].text));
    if (i == s->n_labels)
        s->n_labels++;
}
