/* gdb.c - see gdb.h. gdb starts the target through env(1), which alone sets
 * LD_PRELOAD: neither gdb nor the shell between them may load the runtime. gdb
 * turns off address randomisation.  The runtime raises SIGTRAP at the finding,
 * with every thread where it is.
 *
 * The target's output goes into the file that raddle test uses, also on a
 * terminal: there the C library would write at the end of each line, and these
 * writes are steps that the recorded execution does not have. */
#include "cli/replay/gdb.h"

#include "exec/interrupt.h"
#include "exec/leftovers.h"
#include "exec/reaper.h"
#include "util/die.h"
#include "util/fd.h"

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
 * into the finding and stops there.  gdb reads this from a file: it then prints
 * nothing about each signal. */
static const char setup[] =
    "set pagination off\n"
    "set confirm off\n"
    "set breakpoint pending on\n"
    "handle SIGSYS SIG64 nostop noprint pass\n"
    "handle SIGALRM SIGVTALRM nostop noprint pass\n"
    "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass\n";

/* Ends in the user's own code, not in the runtime that stopped it. */
static const char *const at_failure[] = {
    "info threads",
    "thread apply all backtrace",
    "python\n"
    "try:\n"
    "    frame = gdb.selected_frame()\n"
    "except gdb.error: # the program has ended\n"
    "    frame = None\n"
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

/* Sets arguments and files together: `run` with arguments discards those set
 * before. */
static char *gdb_start(const struct rdl_worker *w)
{
    const int pid = (int)getpid();
    char *text = rdl_strdup("run"), *whole;

    for (size_t i = 1; w->options.argv[i] != NULL; i++)
        text = gdb_add_word(text, w->options.argv[i]);
    whole = rdl_format("%s < /proc/%d/fd/%d >> /proc/%d/fd/%d 2>&1", text, pid,
                       w->input.fd, pid, w->output.fd);
    free(text);
    return whole;
}

/* The end of what the target has written, at the moment when it has stopped. */
static char *gdb_output(const struct rdl_worker *w)
{
    return rdl_format(
        "python\n"
        "with open('/proc/%d/fd/%d', 'rb') as output:\n"
        "    output.seek(max(0, output.seek(0, 2) - 65536))\n"
        "    text = output.read().decode(errors='replace')\n"
        "if text: gdb.write('output of the program:\\n%%s%%s' %%\n"
        "    (text, '' if text.endswith('\\n') else '\\n'))",
        (int)getpid(), w->output.fd);
}

/* A file with the commands that come before all others. */
static int gdb_setup(void)
{
    int fd = rdl_fd_memory("raddle-gdb");

    if (fd < 0 || !rdl_fd_write(fd, setup, strlen(setup)))
        rdl_die_errno(RDL_EXIT_INTERNAL,
                      "cannot make a file in memory for the commands of gdb");
    return fd;
}

static void gdb_arguments(const struct rdl_worker *w,
                          const struct rdl_replay_options *o, int setup_fd,
                          struct arguments *a)
{
    gdb_arguments_add(a, rdl_strdup("gdb"));
    gdb_arguments_add(a, rdl_strdup("-q"));
    if (o->n_gdb_commands > 0)
        gdb_arguments_add(a, rdl_strdup("-batch"));
    gdb_arguments_add(a, rdl_strdup("-x"));
    gdb_arguments_add(a, rdl_format("/proc/%d/fd/%d", (int)getpid(), setup_fd));
    gdb_arguments_command(a, gdb_wrapper(w));
    gdb_arguments_command(a, gdb_start(w));
    gdb_arguments_command(a, gdb_output(w));
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
    int status, setup_fd;

    if (!rdl_replay_config(w, s, &options, &config) ||
        !rdl_output_capture_reset(&w->output, &w->error))
        return RDL_REPLAY_INTERRUPTED;
    config.timeout_ms = 0; /* a person is looking */
    rdl_shared_map_prepare(&w->memory, &config);
    rdl_shared_map_process(&w->memory);
    setup_fd = gdb_setup();
    gdb_arguments(w, o, setup_fd, &a);
    status = gdb_run(w, a.list);
    close(setup_fd);
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
