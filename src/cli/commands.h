/* commands.h - every subcommand once: COMMAND(id, name, summary), in the order
 * of --help. */
COMMAND(test, "test", "run a program under many schedules, find what breaks it")
COMMAND(prove, "prove", "run every interleaving of a small program once")
COMMAND(gen, "gen", "write and run concurrent tests of a module")
COMMAND(regress, "regress",
        "test what a change made possible, compared with an older build")
COMMAND(replay, "replay", "repeat a failure exactly, with or without gdb")
COMMAND(show, "show", "show the interleaving that fails, thread beside thread")
COMMAND(shrink, "shrink", "shrink a failure until every preemption is needed")
COMMAND(syn, "syn",
        "show an execution as a SYN-sequence, run its race variants")
COMMAND(cc, "cc", "compile and link C so that memory accesses are seen")
COMMAND(cxx, "c++", "the same for C++")
COMMAND(doctor, "doctor", "check what raddle can control on this machine")
COMMAND(estimate, "estimate",
        "estimate which interactions of threads are possible")
COMMAND(coverage, "coverage",
        "show what a campaign has covered and what it has not")
COMMAND(report, "report", "write a campaign as one page for a browser")
COMMAND(list, "list", "list strategies, detectors or metrics")
