/* watchdog.h - notices when the running thread stops taking steps. */
#ifndef RDL_RUNTIME_START_WATCHDOG_H
#define RDL_RUNTIME_START_WATCHDOG_H

/* Starts the ticks, for the calling process and not for its children. */
void rdl_watchdog_start(void);
/* Each kernel thread calls it: tells a tick where to look. */
void rdl_watchdog_thread(void);

#endif
