/* fatal_signal.c - a signal ended the program; for a fault, with the address
 * that it accessed. */
#include "detect/detector.h"
#include "detect/words.h"

#include <signal.h>

/* Signals for which `addr` is a memory address. */
static bool fatal_signal_is_fault(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS;
}

static bool fatal_signal_check(const struct rdl_moment *moment,
                               struct rdl_finding *finding)
{
    const char *name = sigabbrev_np(finding->code);

    (void)moment;
    if (finding->text[0] != '\0')
        return true; /* the sender gave a better text */
    if (name != NULL) {
        rdl_words_add(finding, "SIG");
        rdl_words_add(finding, name);
    } else {
        rdl_words_add(finding, "signal ");
        rdl_words_add_number(finding, (uint64_t)finding->code, 10);
    }
    if (fatal_signal_is_fault(finding->code)) {
        rdl_words_add(finding, " at address 0x");
        rdl_words_add_number(finding, finding->addr, 16);
    }
    return true;
}

const struct rdl_detector rdl_detector_fatal_signal = {
    .name = "fatal-signal",
    .title = "fatal signal",
    .summary = "a signal ended the program (SIGSEGV, SIGFPE, ...)",
    .did = "got the signal",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_SIGNAL,
    .check = fatal_signal_check,
};
