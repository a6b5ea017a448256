/* families_list.h - every family that sched/family.h asks, once; the order is
 * that in which they are asked. */
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
