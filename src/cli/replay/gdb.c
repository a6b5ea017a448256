/* gdb.c - see gdb.h. gdb starts the target through env(1), which alone sets
 * LD_PRELOAD: neither gdb nor the shell between them may load the runtime. gdb
 * turns off address randomisation.  The runtime raises SIGTRAP at the finding,
 * with every thread where it is. */
#include "cli/replay/gdb.h"

#include "exec/interrupt.h"
#include "exec/leftovers.h"
#include "exec/reaper.h"
#include "util/die.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arguments {
    char **list;
    size_t n;
};

static void gdb_arguments_add(struct arguments *a, char *text)
{
    a->list = rdl_grow(a->list, (a->n + 2) * sizeof(char *));
    a->list[a->n++] = text;
    a->list[a->n] = NULL;
}

static void gdb_arguments_command(struct arguments *a, char *command)
{
    gdb_arguments_add(a, rdl_strdup("-ex"));
    gdb_arguments_add(a, command);
}

/* The runtime's own signals do not concern the user; the runtime turns a fault
 * into the finding and stops there. */
static const char *const setup[] = {
    "set pagination off",
    "set confirm off",
    "set breakpoint pending on",
    "handle SIGSYS SIG64 nostop noprint pass",
    "handle SIGALRM SIGVTALRM nostop noprint pass",
    "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass",
};

/* Ends in the user's own code, not in the runtime that stopped it. */
static const char *const at_failure[] = {
    "info threads",
    "thread apply all backtrace",
    "python\n"
    "frame = gdb.selected_frame()\n"
    "while frame and 'libraddle' in (gdb.solib_name(frame.pc()) or ''):\n"
    "    frame = frame.older()\n"
    "if frame: frame.select()",
    "frame",
};

/* 'text' quoted for the shell that gdb starts its target with. */
static char *gdb_quoted(const char *text)
{
    char *out = rdl_alloc(4 * strlen(text) + 3);
    char *to = out;

    *to++ = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *text;
    }
    *to = '\'';
    return out;
}

/* The command with one more word; frees 'text'. */
static char *gdb_add_word(char *text, const char *word)
{
    char *quoted = gdb_quoted(word);
    char *longer = rdl_format("%s %s", text, quoted);

    free(text);
    free(quoted);
    return longer;
}

static char *gdb_wrapper(const struct rdl_worker *w)
{
    char *variables[RDL_LAUNCH_VARIABLES];
    size_t n = rdl_launch_variables(&w->launch, -1, variables);
    char *text = rdl_strdup("set exec-wrapper env");

    for (size_t i = 0; i < n; i++) {
        text = gdb_add_word(text, variables[i]);
        free(variables[i]);
    }
    return text;
}

/* Sets arguments and input together: `run` with arguments discards those set
 * before. */
static char *gdb_start(const struct rdl_worker *w)
{
    char *text = rdl_strdup("run"), *whole;

    for (size_t i = 1; w->options.argv[i] != NULL; i++)
        text = gdb_add_word(text, w->options.argv[i]);
    whole = rdl_format("%s < /proc/%d/fd/%d", text, (int)getpid(), w->input.fd);
    free(text);
    return whole;
}

static void gdb_arguments(const struct rdl_worker *w,
                          const struct rdl_replay_options *o,
                          struct arguments *a)
{
    gdb_arguments_add(a, rdl_strdup("gdb"));
    gdb_arguments_add(a, rdl_strdup("-q"));
    if (o->n_gdb_commands > 0)
        gdb_arguments_add(a, rdl_strdup("-batch"));
    for (size_t i = 0; i < sizeof(setup) / sizeof(setup[0]); i++)
        gdb_arguments_command(a, rdl_strdup(setup[i]));
    gdb_arguments_command(a, gdb_wrapper(w));
    gdb_arguments_command(a, gdb_start(w));
    for (size_t i = 0; i < sizeof(at_failure) / sizeof(at_failure[0]); i++)
        gdb_arguments_command(a, rdl_strdup(at_failure[i]));
    for (size_t i = 0; i < o->n_gdb_commands; i++)
        gdb_arguments_command(a, rdl_strdup(o->gdb_commands[i]));
    gdb_arguments_add(a, rdl_strdup(w->options.path));
}

/* gdb owns the terminal until it ends, so it stays in raddle's process group
 * and handles Ctrl-C (the driver blocks it). */
static int gdb_run(const struct rdl_worker *w, char **list)
{
    pid_t pid = fork();

    if (pid < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot fork");
    if (pid == 0) {
        rdl_interrupt_child();
        fcntl(w->memory.fd, F_SETFD, 0);
        signal(SIGXFSZ, SIG_DFL);
        rdl_launch_place(&w->launch);
        execvp(list[0], list);
        _exit(errno == ENOENT ? 127 : 126);
    }
    return rdl_reaper_reap(pid);
}

enum rdl_replay rdl_replay_gdb(struct rdl_worker *w,
                               const struct rdl_schedule *s,
                               const struct rdl_replay_options *o)
{
    const struct rdl_replay_setup options = {
        .engine = "kernel",
        .flags = RDL_CFG_STOP,
    };
    struct rdl_config config;
    struct rdl_run_result ran = { 0 };
    struct arguments a = { 0 };
    int status;

    if (!rdl_replay_config(w, s, &options, &config))
        return RDL_REPLAY_INTERRUPTED;
    config.timeout_ms = 0; /* a person is looking */
    rdl_shared_map_prepare(&w->memory, &config);
    rdl_shared_map_process(&w->memory);
    gdb_arguments(w, o, &a);
    status = gdb_run(w, a.list);
    for (size_t i = 0; i < a.n; i++)
        free(a.list[i]);
    free(a.list);
    if (status == 127 << 8)
        rdl_die(RDL_EXIT_USAGE, "cannot find gdb: install it (apt install "
                                "gdb), or replay without --gdb");
    rdl_shared_map_settle(&w->memory);
    rdl_leftovers_remove(w->memory.shared);
    ran.state = w->memory.shared->outcome.state;
    /* The target stopped at the finding and wrote no outcome. */
    if (ran.state == RDL_RUNNING && w->memory.shared->finding.kind[0] != '\0')
        ran.state = RDL_FOUND;
    if (ran.state == RDL_FOUND)
        w->memory.shared->outcome.event_hash = s->event_hash;
    return rdl_replay_judge(w->memory.shared, s, &ran);
}
