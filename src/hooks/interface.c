/* interface.c - functions that a program calls itself if it knows that it is
 * compiled with -fsanitize=thread: the public interface of ThreadSanitizer and
 * the Annotate functions of its forerunners.  They give a race detector facts
 * that it cannot see; raddle sees them, so all of these do nothing.
 *
 * Weak, because some programs define their own (dynamic_annotations.c). */
#include <stdint.h>
#include <string.h>

/* The caller cleans up its arguments, and no caller needs a result. */
#define NOTHING(name)                                                          \
    __attribute__((weak)) long name(void);                                     \
    long name(void)                                                            \
    {                                                                          \
        return 0;                                                              \
    }

/* <sanitizer/tsan_interface.h> */
NOTHING(__tsan_acquire)
NOTHING(__tsan_release)
NOTHING(__tsan_mutex_create)
NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock)
NOTHING(__tsan_mutex_post_lock)
NOTHING(__tsan_mutex_pre_unlock)
NOTHING(__tsan_mutex_post_unlock)
NOTHING(__tsan_mutex_pre_signal)
NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert)
NOTHING(__tsan_mutex_post_divert)
NOTHING(__tsan_external_register_tag)
NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag)
NOTHING(__tsan_external_read)
NOTHING(__tsan_external_write)
NOTHING(__tsan_get_current_fiber)
NOTHING(__tsan_create_fiber)
NOTHING(__tsan_destroy_fiber)
NOTHING(__tsan_switch_to_fiber)
NOTHING(__tsan_set_fiber_name)
NOTHING(__tsan_flush_memory)

/* Part of reports; there never is one. */
NOTHING(__tsan_get_current_report)
NOTHING(__tsan_get_report_data)
NOTHING(__tsan_get_report_stack)
NOTHING(__tsan_get_report_mop)
NOTHING(__tsan_get_report_loc)
NOTHING(__tsan_get_report_mutex)
NOTHING(__tsan_get_report_thread)
NOTHING(__tsan_get_report_unique_tid)
NOTHING(__tsan_locate_address)
NOTHING(__tsan_get_alloc_stack)

/* <sanitizer/common_interface_defs.h> */
NOTHING(__sanitizer_set_report_path)
NOTHING(__sanitizer_set_report_fd)
NOTHING(__sanitizer_get_report_path)
NOTHING(__sanitizer_sandbox_on_notify)
NOTHING(__sanitizer_report_error_summary)
NOTHING(__sanitizer_acquire_crash_state)
NOTHING(__sanitizer_print_stack_trace)
NOTHING(__sanitizer_print_memory_profile)
NOTHING(__sanitizer_set_death_callback)
NOTHING(__sanitizer_annotate_contiguous_container)
NOTHING(__sanitizer_start_switch_fiber)
NOTHING(__sanitizer_finish_switch_fiber)

/* dynamic_annotations.h of Valgrind and of Google's libraries */
NOTHING(AnnotateBenignRace)
NOTHING(AnnotateBenignRaceSized)
NOTHING(AnnotateCondVarSignal)
NOTHING(AnnotateCondVarSignalAll)
NOTHING(AnnotateCondVarWait)
NOTHING(AnnotateEnableRaceDetection)
NOTHING(AnnotateExpectRace)
NOTHING(AnnotateFlushExpectedRaces)
NOTHING(AnnotateFlushState)
NOTHING(AnnotateHappensAfter)
NOTHING(AnnotateHappensBefore)
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateMemoryIsInitialized)
NOTHING(AnnotateMemoryIsUninitialized)
NOTHING(AnnotateMutexIsNotPHB)
NOTHING(AnnotateMutexIsUsedAsCondVar)
NOTHING(AnnotateNewMemory)
NOTHING(AnnotateNoOp)
NOTHING(AnnotatePCQCreate)
NOTHING(AnnotatePCQDestroy)
NOTHING(AnnotatePCQGet)
NOTHING(AnnotatePCQPut)
NOTHING(AnnotatePublishMemoryRange)
NOTHING(AnnotateRWLockAcquired)
NOTHING(AnnotateRWLockCreate)
NOTHING(AnnotateRWLockCreateStatic)
NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateThreadName)
NOTHING(AnnotateTraceMemory)
NOTHING(AnnotateUnpublishMemoryRange)
NOTHING(WTFAnnotateBenignRaceSized)
NOTHING(WTFAnnotateHappensAfter)
NOTHING(WTFAnnotateHappensBefore)

/* The two functions that do something. */
#define UNALIGNED(bits)                                                        \
    __attribute__((weak))                                                      \
    uint##bits##_t __sanitizer_unaligned_load##bits(const void *p);            \
    uint##bits##_t __sanitizer_unaligned_load##bits(const void *p)             \
    {                                                                          \
        uint##bits##_t value;                                                  \
                                                                               \
        memcpy(&value, p, sizeof(value));                                      \
        return value;                                                          \
    }                                                                          \
    __attribute__((weak)) void __sanitizer_unaligned_store##bits(              \
        void *p, uint##bits##_t value);                                        \
    void __sanitizer_unaligned_store##bits(void *p, uint##bits##_t value)      \
    {                                                                          \
        memcpy(p, &value, sizeof(value));                                      \
    }

UNALIGNED(16)
UNALIGNED(32)
UNALIGNED(64)
