/* run_old.c - the campaign of the old build, in a process of its own: see
 * regress.h.  It is a `raddle test` with the same seed, jobs, isolation and
 * budget, so that both estimates are made under equal conditions; and it goes
 * on after findings, so that it observes as many executions. */
#include "cli/regress/regress.h"

#include "store/store.h"
#include "util/die.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_NS UINT64_C(60000000000)

struct words {
    size_t n;
    char **all;
};

static void run_add(struct words *w, char *word)
{
    w->all = rdl_grow(w->all, (w->n + 2) * sizeof(*w->all));
    w->all[w->n++] = word;
    w->all[w->n] = NULL;
}

static struct words run_command(const struct rdl_regress *r,
                                const struct rdl_test_options *o,
                                const char *program, const char *dir)
{
    const uint64_t time = r->old_time_ns != 0 ? r->old_time_ns
                          : o->time_ns != 0 && o->time_ns < MOST_NS ? o->time_ns
                                                                    : 0;
    struct words w = { .n = 0 };

    run_add(&w, rdl_strdup("raddle"));
    run_add(&w, rdl_strdup("test"));
    run_add(&w, rdl_strdup("--quiet"));
    run_add(&w, rdl_strdup("--keep-going"));
    run_add(&w, rdl_format("--out=%s", dir));
    run_add(&w, rdl_format("--seed=%llu", (unsigned long long)o->seed));
    run_add(&w, rdl_format("--jobs=%u", o->jobs));
    run_add(&w, rdl_format("--isolation=%s", o->isolation->name));
    run_add(&w, rdl_format("--observe=%llu", (unsigned long long)o->observed));
    run_add(&w, rdl_format("--expect-exit=%d", o->expect_exit));
    if (o->executions != 0)
        run_add(&w, rdl_format("--executions=%llu",
                               (unsigned long long)o->executions));
    else
        run_add(&w, rdl_strdup("--until=saturation"));
    if (time != 0)
        run_add(&w,
                rdl_format("--time=%lluus", (unsigned long long)(time / 1000)));
    else if (o->executions == 0)
        run_add(&w, rdl_strdup("--time=60s"));
    run_add(&w, rdl_strdup("--"));
    run_add(&w, rdl_strdup(program));
    for (char **a = o->command + 1; *a != NULL; a++)
        run_add(&w, rdl_strdup(*a));
    return w;
}

static _Noreturn void run_exec(char **argv)
{
    const int null = open("/dev/null", O_WRONLY);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(null, STDOUT_FILENO);
    execv("/proc/self/exe", argv);
    _exit(RDL_EXIT_INTERNAL);
}

void rdl_regress_run(const struct rdl_regress *r,
                     const struct rdl_test_options *o, const char *program,
                     const char *dir)
{
    struct words w;
    int status;
    pid_t pid;

    if (rdl_store_there(dir))
        return; /* an earlier comparison had the same build */
    if (access(program, X_OK) != 0)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot run the old build %s", program);
    w = run_command(r, o, program, dir);
    pid = fork();
    if (pid < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot start the campaign of %s",
                      program);
    if (pid == 0)
        run_exec(w.all);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!WIFEXITED(status) || WEXITSTATUS(status) == RDL_EXIT_USAGE ||
        WEXITSTATUS(status) == RDL_EXIT_INTERNAL)
        rdl_die(RDL_EXIT_NOTHING,
                "the campaign of the old build failed: try it alone with "
                "raddle test %s",
                program);
    for (size_t i = 0; i < w.n; i++)
        free(w.all[i]);
    free(w.all);
}
