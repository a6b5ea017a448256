/* families_list.h - every family of sched/family.h, once, in the order of their
 * calls. */
FAMILY(io)
FAMILY(process)
FAMILY(pshared)
FAMILY(mutex)
FAMILY(named_semaphores)
FAMILY(keys)
FAMILY(signals)
FAMILY(watchdog)
FAMILY(dispatch)
FAMILY(credentials)
FAMILY(external_effects)
FAMILY(rewind)
