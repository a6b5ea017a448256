/* report_finding.c - findings of a report: each is replayed as raddle show does
 * it.
 *
 * A replay changes directory, environment and standard input of the process
 * that makes it, and ends it with a message if the schedule is not of this
 * program any more.  So each has a process of its own, which leaves its JSON in
 * a file in memory; whatever becomes of it, the report goes on. */
#include "cli/coverage/report.h"

#include "base/text.h"
#include "util/fd.h"
#include "schedule/schedule.h"
#include "cli/replay/options.h"
#include "cli/test/json.h"
#include "util/die.h"
#include "util/shell_quote.h"
#include "util/append.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the page, of each finding: some 3 MB, which a browser bears. */
#define MOST_STEPS 10000

/* --- The replay ----------------------------------------------------------- */

static _Noreturn void finding_child(const char *schedule, int json, int said)
{
    char *path = rdl_format("/proc/self/fd/%d", json);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    struct rdl_replay_options o = {
        .n_files = 1,
        .files = rdl_alloc(sizeof(char *)),
        .times = 1,
        .table = true,
        .quiet = true,
        .most_steps = MOST_STEPS,
        .isolation = rdl_isolation_at(RDL_RUNG_FORK),
        .json = path,
    };

    /* Who is killed should not leave it behind. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    o.files[0] = schedule;
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    rdl_replay_files(&o);
    free(path);
    exit(0);
}

/* All of a file in memory, ended by a 0; and closes it. */
static char *finding_read(int fd, size_t *size)
{
    struct stat st = { .st_size = 0 };
    char *text;
    ssize_t n;

    fstat(fd, &st);
    text = rdl_alloc((size_t)st.st_size + 1);
    n = pread(fd, text, (size_t)st.st_size, 0);
    *size = n > 0 ? (size_t)n : 0;
    text[*size] = '\0';
    close(fd);
    return text;
}

/* NULL if it came to no result; *said, to be freed: on standard error. */
static json_t *finding_replay(const char *schedule, char **said)
{
    int json = rdl_fd_memory("raddle-report");
    int words = rdl_fd_memory("raddle-words");
    json_t *object;
    size_t size;
    char *text;
    pid_t pid;

    fflush(NULL);
    pid = fork();
    if (pid < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot fork to replay %s", schedule);
    if (pid == 0)
        finding_child(schedule, json, words);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
    *said = finding_read(words, &size);
    text = finding_read(json, &size);
    object = json_loadb(text, size, 0, NULL);
    free(text);
    return object;
}

/* --- What it says --------------------------------------------------------- */

/* Lines such as "raddle: note: ..." as one, and `why` (or NULL) behind them. */
static char *finding_sentence(const char *said, const char *why)
{
    static const char *const openings[] = { "raddle: ", "note: " };
    char text[4096] = "", *lines = rdl_strdup(said), *rest = lines, *line;
    struct rdl_append all = { .out = text, .size = sizeof(text) };

    while ((line = strsep(&rest, "\n")) != NULL) {
        line += strspn(line, " ");
        for (size_t i = 0; i < sizeof(openings) / sizeof(char *); i++) {
            size_t n = strlen(openings[i]);

            line += strncmp(line, openings[i], n) == 0 ? n : 0;
        }
        /* What is also said as `why` comes once. */
        if (line[0] != '\0' && (why == NULL || strcmp(line, why) != 0))
            rdl_append(&all, "%s%s", all.used > 0 ? "; " : "", line);
    }
    if (why != NULL)
        rdl_append(&all, "%s%s", all.used > 0 ? "; " : "", why);
    if (all.used == 0)
        rdl_append(&all, "the replay ended without a result");
    free(lines);
    return rdl_strdup(text);
}

/* Where it lies now: the directory may have been moved, or be typed
 * differently. */
static char *finding_schedule(const char *dir, const char *recorded)
{
    char *path = rdl_report_path(dir, rdl_text_base_name(recorded));

    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return rdl_strdup(recorded);
}

/* What the store does not keep, or keeps as it was before raddle shrink. */
static void finding_complete(struct rdl_found *f)
{
    struct rdl_schedule_error error;
    struct rdl_schedule s;

    if (!rdl_schedule_load(&s, f->schedule, &error))
        return;
    rdl_found_of_schedule(f, &s);
    rdl_schedule_free(&s);
}

static void finding_take(json_t *object, const char *name, json_t *shown,
                         const char *field)
{
    json_t *value = json_object_get(shown, field);

    json_object_set_new(object, name,
                        value != NULL ? json_incref(value) : json_array());
}

json_t *rdl_report_finding(const char *dir, const struct rdl_found *found,
                           struct rdl_sources *sources, char **why)
{
    struct rdl_found f = *found;
    struct rdl_json_finding json;
    char *said = NULL, *quoted = NULL, *command = NULL;
    json_t *object, *shown = NULL;
    const char *result;

    if (found->schedule != NULL) {
        f.schedule = finding_schedule(dir, found->schedule);
        finding_complete(&f);
        quoted = rdl_quote(f.schedule);
        command = rdl_format("raddle replay %s", quoted);
        shown = finding_replay(f.schedule, &said);
    } else {
        said = rdl_strdup("its schedule could not be written");
    }
    result = json_string_value(json_object_get(shown, "result"));
    *why = result != NULL && strcmp(result, "same") == 0
               ? NULL
               : finding_sentence(
                     said, json_string_value(json_object_get(shown, "why")));
    json = rdl_test_json_found(&f);
    object = rdl_json_finding(&json);
    json_object_set_new(object, "replay", rdl_json_text(command));
    json_object_set_new(object, "result",
                        json_string(result != NULL ? result : "unable"));
    json_object_set_new(object, "why", rdl_json_text(*why));
    finding_take(object, "threads", shown, "threads");
    finding_take(object, "steps_shown", shown, "steps");
    finding_take(object, "stacks", shown, "stacks");
    json_object_set_new(
        object, "left_out",
        json_integer(json_integer_value(json_object_get(shown, "left_out"))));
    json_object_set_new(
        object, "made",
        rdl_json_text(json_string_value(json_object_get(shown, "made"))));
    json_object_set_new(
        object, "output",
        rdl_json_text(json_string_value(json_object_get(shown, "output"))));
    rdl_sources_newer(sources, json_object_get(shown, "newer"));
    rdl_sources_add(sources, json_object_get(shown, "files"));
    json_decref(shown);
    free(f.schedule);
    free(said);
    free(quoted);
    free(command);
    return object;
}
