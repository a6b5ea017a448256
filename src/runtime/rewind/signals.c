/* signals.c - the part of the rewind that gives the kernel back the actions of
 * main.  Masks, alternate stacks and what is pending are memory. */
#include "runtime/rewind/part.h"
#include "runtime/signals_real.h"

const struct rdl_rewind_part rdl_rewind_part_signals = {
    .name = "signals",
    .arrive = rdl_signals_install_changed,
};
