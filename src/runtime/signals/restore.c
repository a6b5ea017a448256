/* restore.c - the part of the rewind that gives the kernel back the actions of
 * main.  Masks, alternate stacks and what is pending are memory. */
#include "runtime/core/restorer.h"
#include "runtime/signals/kernel_handlers.h"

const struct rdl_restorer rdl_restorer_signals = {
    .name = "signals",
    .arrive = rdl_signals_install_changed,
};
