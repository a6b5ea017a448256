/* main.c - finds the subcommand and calls it. */
#include "cli/cli.h"

#include "base/text.h"
#include "cli/dump_options.h"
#include "util/die.h"
#include "util/shell_quote.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

struct command {
    const char *id; /* an alternative name: cxx for c++ */
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
#define COMMAND(id, name, summary) { #id, name, summary, rdl_cmd_##id },
#include "cli/commands.h"
#undef COMMAND
};

#define N_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct command *main_find(const char *name)
{
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0 ||
            strcmp(commands[i].id, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static void main_help(FILE *out)
{
    fputs("Usage: raddle COMMAND [ARGUMENTS...]\n"
          "       raddle PROGRAM [ARGUMENTS...]      the same as raddle test\n"
          "Finds the schedules that break a program with threads, and replays "
          "them.\n\n",
          out);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs("\n'raddle COMMAND --help' tells more about each.\n"
          "Exit status: 0 clean, 1 findings, 2 usage, 3 nothing verified, or "
          "less\n"
          "than was asked for, 4 replay diverged, 99 internal error.\n",
          out);
}

/* The number of letters to change, insert or delete to get from a to b. */
static size_t main_distance(const char *a, const char *b)
{
    size_t row[32], n = strlen(b);

    if (n >= sizeof(row) / sizeof(row[0]))
        return n;
    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (; *a != '\0'; a++) {
        size_t diagonal = row[0]++;

        for (size_t j = 1; j <= n; j++) {
            size_t change = diagonal + (*a != b[j - 1]);

            diagonal = row[j];
            row[j] = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = change < row[j] ? change : row[j];
        }
    }
    return row[n];
}

static int main_unknown(const char *name)
{
    bool is_program = access(name, X_OK) == 0;
    char *quoted;

    for (size_t i = 0; i < N_COMMANDS && !is_program; i++) {
        if (main_distance(name, commands[i].name) <= 2 && strlen(name) > 2)
            rdl_die(RDL_EXIT_USAGE, "unknown command '%s'; did you mean '%s'?",
                    name, commands[i].name);
    }
    quoted = rdl_quote(name);
    if (is_program)
        rdl_die(RDL_EXIT_USAGE,
                "'%s' is not a command; to test the program in this directory: "
                "raddle test ./%s",
                name, quoted);
    rdl_die(RDL_EXIT_USAGE,
            "'%s' is not a command; give a program with its path (raddle test "
            "./%s); see raddle --help",
            name, quoted);
}

/* raddle help test is raddle test --help. */
static int main_help_about(char *name)
{
    const struct command *command = main_find(name);
    char help[] = "--help";
    char *argv[] = { name, help, NULL };

    return command != NULL ? command->run(2, argv) : main_unknown(name);
}

/* If raddle starts with descriptor 0, 1 or 2 closed, its own files would get
 * these numbers.  Writing to a closed standard output must still fail, or
 * raddle would claim to have written a report that went nowhere. */
static void main_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR);
    }
}

static int main_command(int argc, char **argv)
{
    const char *self = rdl_text_base_name(argv[0]);
    const struct command *command;

    main_streams();
    rdl_fatal_handler(rdl_die_error);
    /* `ulimit -f`: get an error to report instead of a signal. */
    signal(SIGXFSZ, SIG_IGN);
    argp_err_exit_status = RDL_EXIT_USAGE;
    if (strcmp(self, "raddle-cc") == 0)
        return rdl_cmd_cc(argc, argv);
    if (strcmp(self, "raddle-c++") == 0)
        return rdl_cmd_cxx(argc, argv);
    if (argc < 2) {
        main_help(stderr);
        return RDL_EXIT_USAGE;
    }
    if (strcmp(argv[1], "help") == 0 && argc > 2)
        return main_help_about(argv[2]);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        main_help(stdout);
        return RDL_EXIT_CLEAN;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        puts("raddle " RDL_VERSION);
        return RDL_EXIT_CLEAN;
    }
    if (strcmp(argv[1], RDL_DUMP_OPTIONS) == 0) {
        rdl_dump_commands();
        return RDL_EXIT_CLEAN;
    }
    command = main_find(argv[1]);
    if (command != NULL)
        return command->run(argc - 1, argv + 1);
    /* Options of test, or its program, without the word "test". */
    if (argv[1][0] == '-' || strchr(argv[1], '/') != NULL)
        return rdl_cmd_test(argc, argv);
    return main_unknown(argv[1]);
}

/* What raddle printed may not have arrived (a full disk): then nobody has read
 * that all is well. */
static int main_flushed(int code)
{
    const bool failed = fflush(stdout) != 0;

    if (!failed && !ferror(stdout))
        return code;
    rdl_warn("cannot write to standard output: %s",
             failed ? strerror(errno) : "what raddle printed is incomplete");
    return code == RDL_EXIT_CLEAN ? RDL_EXIT_NOTHING : code;
}

/* --- Stack ----------------------------------------------------------------
 *
 * Reading debug information takes hundreds of kilobytes of stack (libdw), and
 * raddle may not raise a limit that the user set for programs (ulimit -s).  If
 * the limit is small, the driver runs on a stack that it allocates. */

#define STACK ((size_t)8 << 20)

static struct {
    int argc;
    char **argv;
} main_given; /* makecontext() passes only ints */

static void main_above(void)
{
    exit(main_flushed(main_command(main_given.argc, main_given.argv)));
}

int main(int argc, char **argv)
{
    static ucontext_t below, above;
    struct rlimit limit;
    void *stack;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK / 2)
        return main_flushed(main_command(argc, argv));
    stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || getcontext(&above) != 0)
        return main_flushed(main_command(argc, argv));
    main_given.argc = argc;
    main_given.argv = argv;
    above.uc_stack.ss_sp = stack;
    above.uc_stack.ss_size = STACK;
    above.uc_link = NULL;
    makecontext(&above, main_above, 0);
    swapcontext(&below, &above);
    return RDL_EXIT_INTERNAL;
}
