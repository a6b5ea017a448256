/* list.h - every detector, once.  They are asked in this order: a special kind
 * stands before the general one that would claim it too. */
DETECTOR(assertion)
DETECTOR(cpp_terminate)
DETECTOR(abort)
DETECTOR(fatal_signal)
DETECTOR(exit_status)
DETECTOR(self_deadlock)
DETECTOR(lost_wakeup)
DETECTOR(deadlock)
DETECTOR(livelock)
DETECTOR(timeout)
DETECTOR(mutex_misuse)
DETECTOR(thread_leak)
