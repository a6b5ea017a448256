/* restore.c - the restorer that gives the kernel the actions of main again.
 * Masks, alternate stacks and pending signals are memory. */
#include "runtime/core/restorer.h"
#include "runtime/signals/kernel_handlers.h"

const struct rdl_restorer rdl_restorer_signals = {
    .name = "signals",
    .arrive = rdl_signals_install_changed,
};
