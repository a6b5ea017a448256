/* run.c - runs the compiler, and cleans up after it. */
#include "cc/cc.h"

#include "util/die.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Longer arguments go through a file: the kernel's limit is 2 MiB. */
#define LONGEST 131072

static char *directory; /* of temporary files, NULL until needed */

/* Also removes what a stopped compiler left in it. */
static void run_clean(void)
{
    DIR *d = directory != NULL ? opendir(directory) : NULL;
    struct dirent *entry;

    if (d == NULL)
        return;
    while ((entry = readdir(d)) != NULL)
        unlinkat(dirfd(d), entry->d_name, 0);
    closedir(d);
    rmdir(directory);
    directory = NULL;
}

/* NULL: it cannot be made there. */
static char *run_directory_in(const char *where)
{
    char *path = rdl_words_format("%s/raddle-cc-XXXXXX", where);

    return mkdtemp(path);
}

/* $TMPDIR may not exist: gcc then takes another directory too. */
static void run_directory_make(void)
{
    const char *where = getenv("TMPDIR");

    if (where != NULL && where[0] != '\0')
        directory = run_directory_in(where);
    if (directory == NULL)
        directory = run_directory_in("/tmp");
    if (directory == NULL)
        rdl_die_errno(RDL_EXIT_USAGE,
                      "cannot make a directory in /tmp (nor in $TMPDIR)");
    atexit(run_clean);
}

char *rdl_cc_temporary(const char *name)
{
    if (directory == NULL)
        run_directory_make();
    return rdl_words_format("%s/%s", directory, name);
}

/* The compiler gets the signal too and ends; then raddle cleans up and ends the
 * same way. */
static void run_ignore(int signal_number)
{
    (void)signal_number;
}

static void run_outlive_signals(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = run_ignore,
                                .sa_flags = SA_RESTART };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        struct sigaction old;

        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

static size_t run_length(const struct rdl_words *command)
{
    size_t length = 0;

    for (size_t i = 0; i < command->n; i++)
        length += strlen(command->at[i]) + 1;
    return length;
}

static int run_command(const struct rdl_words *command, size_t n_program,
                       bool quiet)
{
    struct rdl_words shorter = { 0 };
    const struct rdl_words *use = command;
    int status;
    pid_t child;

    if (run_length(command) > LONGEST) {
        char *path = rdl_cc_temporary("arguments");

        if (!rdl_words_write(command, n_program, path))
            rdl_die_errno(RDL_EXIT_USAGE, "cannot write %s", path);
        for (size_t i = 0; i < n_program; i++)
            rdl_words_add(&shorter, command->at[i]);
        rdl_words_add(&shorter, rdl_words_format("@%s", path));
        use = &shorter;
    }
    run_outlive_signals();
    child = fork();
    if (child < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "fork");
    if (child == 0) {
        signal(SIGXFSZ, SIG_DFL);
        if (quiet && freopen("/dev/null", "w", stderr) == NULL)
            _exit(127);
        execvp(use->at[0], use->at);
        fprintf(stderr,
                "raddle cc: cannot run %s: %s (choose a compiler with "
                "--cc or RADDLE_CC)\n",
                use->at[0], strerror(errno));
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            rdl_die_errno(RDL_EXIT_INTERNAL, "waitpid");
    }
    return status;
}

int rdl_cc_run(const struct rdl_words *command, size_t n_program)
{
    return run_command(command, n_program, /*quiet=*/false);
}

int rdl_cc_run_quietly(const struct rdl_words *command, size_t n_program)
{
    return run_command(command, n_program, /*quiet=*/true);
}

int rdl_cc_end(int status)
{
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    run_clean();
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
