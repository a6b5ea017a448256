/* session.c - see session.h.  Nearly everything here ends raddle with a message
 * if it fails, because a command can do nothing useful then. */
#include "cli/session.h"

#include "base/text.h"
#include "exec/interrupt.h"
#include "exec/reaper.h"
#include "util/where.h"
#include "util/fd.h"
#include "schedule/schedule.h"
#include "util/die.h"
#include "util/regular_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rdl_session_begin(void)
{
    struct rdl_error error;

    if (!rdl_interrupt_take(&error))
        rdl_die_error(&error);
    rdl_reaper_adopt();
}

static void session_waits(void)
{
    rdl_warn("reading standard input until it ends, because every execution "
             "gets all of it (if there is none, give </dev/null)");
}

bool rdl_session_input(struct rdl_stdin *in, struct rdl_error *error)
{
    return rdl_stdin_take(in, session_waits, error);
}

void rdl_session_stdin(struct rdl_stdin *in)
{
    struct rdl_error error;

    if (!rdl_session_input(in, &error))
        rdl_die_error(&error);
}

static void session_note(void *data, const char *text)
{
    (void)data;
    rdl_warn("note: %s", text);
}

const struct rdl_note_sink rdl_session_notes = { .add = session_note };

void rdl_session_program(const char *name, struct rdl_program *out)
{
    struct rdl_error error;

    if (!rdl_program_find(name, out, &error))
        rdl_die_error(&error);
    rdl_program_notes(out, &rdl_session_notes);
}

char *rdl_session_runtime(void)
{
    char path[4096];
    int fd;

    if (!rdl_where_file("libraddle.so", path, sizeof(path)))
        rdl_die(RDL_EXIT_INTERNAL,
                "cannot find the runtime %s: is raddle installed as a whole?",
                path);
    if (strpbrk(path, ": ") == NULL)
        return rdl_strdup(path);
    /* The loader splits LD_PRELOAD at colons and spaces.  A descriptor that the
     * target inherits gives the file a name without either. */
    fd = open(path, O_RDONLY);
    if (fd < 0)
        rdl_die_errno(RDL_EXIT_INTERNAL, "cannot open %s", path);
    fd = rdl_fd_raise(fd);
    fcntl(fd, F_SETFD, 0);
    return rdl_format("/proc/self/fd/%d", fd);
}

/* The path of the file as it is or would be created; NULL if it cannot be.  The
 * caller frees it. */
static char *session_real(const char *path)
{
    char *real = realpath(path, NULL), *folder, *joined;
    const char *name = rdl_text_base_name(path);

    if (real != NULL)
        return real;
    folder = name == path ? rdl_strdup(".")
                          : rdl_format("%.*s", (int)(name - path), path);
    real = realpath(folder, NULL);
    joined = real != NULL ? rdl_format("%s/%s", real, name) : NULL;
    free(folder);
    free(real);
    return joined;
}

static bool session_same(const char *path, const char *other)
{
    char *a = session_real(path), *b = session_real(other);
    bool same = a != NULL && b != NULL && strcmp(a, b) == 0;
    struct stat st, other_st;

    if (stat(path, &st) == 0 && stat(other, &other_st) == 0)
        same = S_ISREG(st.st_mode) && st.st_dev == other_st.st_dev &&
               st.st_ino == other_st.st_ino;
    free(a);
    free(b);
    return same;
}

void rdl_session_apart(const char *option, const char *path,
                       const char *other_option, const char *other_path)
{
    if (path == NULL || other_path == NULL)
        return;
    if (strcmp(path, "-") == 0 && strcmp(other_path, "-") == 0)
        rdl_die(RDL_EXIT_USAGE,
                "%s and %s cannot both be standard output: give one of them a "
                "file",
                option, other_option);
    if (session_same(path, other_path))
        rdl_die(RDL_EXIT_USAGE,
                "%s %s would overwrite %s %s, which is the same file: give "
                "each its own",
                option, path, other_option, other_path);
}

void rdl_session_spare(const char *option, const char *path)
{
    static const char magic[] = RDL_SCHEDULE_MAGIC;
    char begin[sizeof(magic) - 1];
    int fd = path != NULL ? rdl_regular_file_open(path, UINT64_MAX, NULL) : -1;
    bool schedule;

    if (fd < 0)
        return;
    schedule = read(fd, begin, sizeof(begin)) == (ssize_t)sizeof(begin) &&
               memcmp(begin, magic, sizeof(begin)) == 0;
    close(fd);
    if (schedule)
        rdl_die(RDL_EXIT_USAGE,
                "%s %s would overwrite a recorded schedule: %s takes the name "
                "of a file to write, give it another one",
                option, path, option);
}

FILE *rdl_session_json(const char *path)
{
    FILE *out;

    if (path == NULL)
        return NULL;
    if (strcmp(path, "-") == 0)
        return stdout;
    rdl_session_spare("--json", path);
    out = fopen(path, "we");
    if (out == NULL)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --json %s", path);
    return out;
}

void rdl_session_json_end(FILE *out, const char *path, bool good)
{
    if ((out != stdout && fclose(out) != 0) || !good)
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write --json %s", path);
}
