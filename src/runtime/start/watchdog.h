/* watchdog.h - notices when the running thread stops making steps. */
#ifndef RDL_RUNTIME_START_WATCHDOG_H
#define RDL_RUNTIME_START_WATCHDOG_H

/* Ticks from here on; for the process that calls it, not for its children. */
void rdl_watchdog_start(void);
/* For each kernel thread, on it: where a tick is to look. */
void rdl_watchdog_thread(void);

#endif
