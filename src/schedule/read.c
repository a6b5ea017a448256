/* read.c - reads a schedule from text: the frame of the file. */
#include "schedule/parse.h"

#include "util/fd.h"
#include "util/regular_file.h"
#include "util/shell_quote.h"
#include "util/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A larger file is not one of ours: RDL_MOST_STEPS without a single loop. */
#define MOST_BYTES (INT64_C(1) << 31)

static bool read_version(struct rdl_parse *p)
{
    static const char magic[] = RDL_SCHEDULE_MAGIC;
    size_t n = sizeof(magic) - 1;
    uint64_t version;

    p->line = 1;
    if ((size_t)(p->end - p->next) < n || memcmp(p->next, magic, n) != 0)
        return rdl_parse_fail(p,
                              "this is not a raddle schedule, which begins "
                              "with '%s%d'",
                              magic, RDL_SCHEDULE_VERSION);
    p->line = 0;
    if (!rdl_parse_line(p))
        return rdl_parse_fail(p, "the file is empty");
    p->at += n;
    if (!rdl_parse_number(p, UINT64_MAX, &version))
        return false;
    if (version < RDL_SCHEDULE_VERSION)
        return rdl_parse_fail(p,
                              "schedule version %llu, made by an older raddle "
                              "(this one reads version %d); run 'raddle test' "
                              "again to find the failure anew",
                              (unsigned long long)version,
                              RDL_SCHEDULE_VERSION);
    if (version != RDL_SCHEDULE_VERSION)
        return rdl_parse_fail(p,
                              "schedule version %llu; this raddle reads "
                              "version %d",
                              (unsigned long long)version,
                              RDL_SCHEDULE_VERSION);
    return rdl_parse_end_of_line(p);
}

/* The last line: its checksum must match everything before it. */
static bool read_end(struct rdl_parse *p, const char *text)
{
    uint64_t sum;
    const char *line = p->at;

    if (!rdl_parse_text(p, "end ") || !rdl_parse_hex(p, 16, &sum) ||
        !rdl_parse_end_of_line(p))
        return false;
    if (p->next != p->end)
        return rdl_parse_fail(p, "there is something after the end");
    if (sum != rdl_schedule_checksum(text, (size_t)(line - text)))
        return rdl_parse_fail(p, "the checksum is wrong: the file was edited "
                                 "or damaged");
    return true;
}

static bool read_is_thread(const struct rdl_parse *p)
{
    return p->stop - p->at >= 2 && p->at[0] == 't' && p->at[1] >= '0' &&
           p->at[1] <= '9';
}

static bool read_all(struct rdl_parse *p, const char *text)
{
    char key[32];

    if (!read_version(p))
        return false;
    while (rdl_parse_line(p)) {
        if (p->stop - p->at >= 4 && memcmp(p->at, "end ", 4) == 0)
            return rdl_parse_header_complete(p) && read_end(p, text);
        if (read_is_thread(p) || (p->at < p->stop && *p->at == ' ')) {
            if (!rdl_parse_steps(p, *p->at == ' '))
                return false;
            continue;
        }
        if (p->s->n_switches > 0)
            return rdl_parse_fail(p, "a line of steps, or the end, is missing");
        if (!rdl_parse_name(p, key, sizeof(key)) || !rdl_parse_header(p, key))
            return false;
    }
    return rdl_parse_fail(p, "the file is cut off: its last line, 'end', is "
                             "missing");
}

bool rdl_schedule_parse(struct rdl_schedule *s, const char *text, size_t size,
                        struct rdl_schedule_error *error)
{
    struct rdl_parse p = {
        .s = s,
        .error = error,
        .next = text,
        .end = text + size,
        .steps_said = UINT64_MAX,
    };

    *s = (struct rdl_schedule){ 0 };
    *error = (struct rdl_schedule_error){ 0 };
    if (read_all(&p, text))
        return true;
    rdl_schedule_free(s);
    return false;
}

static char *read_file(int fd, size_t *size)
{
    struct stat st;
    char *text;
    size_t n = 0;

    if (fstat(fd, &st) != 0)
        return NULL;
    text = rdl_alloc((size_t)st.st_size + 1);
    while (n < (size_t)st.st_size) {
        ssize_t got = read(fd, text + n, (size_t)st.st_size - n);

        if (got < 0) {
            free(text);
            return NULL;
        }
        if (got == 0)
            break;
        n += (size_t)got;
    }
    *size = n;
    return text;
}

/* Says what the file is instead, and where schedules are. */
static bool read_refuse(const char *path,
                        const struct rdl_schedule_error *damage,
                        struct rdl_error *error)
{
    struct stat st;
    char *quoted;

    if (stat(path, &st) != 0)
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "cannot read the schedule %s: %s (raddle test "
                             "prints the names of those that it writes; "
                             "without --out they are "
                             "raddle-out/*/*.schedule)",
                             path, damage->text);
    if (S_ISDIR(st.st_mode)) {
        quoted = rdl_quote(path);
        rdl_error_set(error, RDL_EXIT_USAGE,
                      "%s is a directory: give a schedule in it "
                      "(%s/*.schedule), or see all of its campaign: raddle "
                      "report %s",
                      path, quoted, quoted);
        free(quoted);
        return false;
    }
    if (S_ISREG(st.st_mode) && st.st_size == 0)
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "%s is empty, not a schedule: raddle test with "
                             "the same --seed writes it again",
                             path);
    if (damage->line == 0)
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "cannot read the schedule %s: %s", path,
                             damage->text);
    return rdl_error_set(error, RDL_EXIT_USAGE, "%s:%lu: %s", path,
                         damage->line, damage->text);
}

bool rdl_schedule_load(struct rdl_schedule *s, const char *path,
                       struct rdl_error *error)
{
    struct rdl_schedule_error damage = { .line = 0 };
    const char *why = NULL;
    int fd = rdl_regular_file_open(path, MOST_BYTES, &why);
    size_t size = 0;
    char *text = fd >= 0 ? read_file(fd, &size) : NULL;
    bool good;

    if (text == NULL)
        snprintf(damage.text, sizeof(damage.text), "%s",
                 fd < 0 ? why : strerror(errno));
    if (fd >= 0)
        close(fd);
    good = text != NULL && rdl_schedule_parse(s, text, size, &damage);
    free(text);
    return good || read_refuse(path, &damage, error);
}
