/* commands.h - every subcommand once: COMMAND(id, name, summary), in the order
 * of --help. */
COMMAND(test, "test", "run a program under many schedules, find what breaks it")
COMMAND(replay, "replay", "repeat a failure exactly, with or without gdb")
COMMAND(show, "show", "show the interleaving that fails, thread beside thread")
COMMAND(shrink, "shrink", "reduce a failure until no preemption can go")
COMMAND(cc, "cc", "compile and link C so that memory accesses are seen")
COMMAND(cxx, "c++", "the same for C++")
COMMAND(doctor, "doctor", "say what of this machine and program is controlled")
COMMAND(estimate, "estimate", "say which interactions of threads are possible")
COMMAND(coverage, "coverage", "show what a campaign has covered, and what not")
COMMAND(report, "report", "write a campaign as one page for a browser")
COMMAND(list, "list", "list strategies, detectors or metrics")
