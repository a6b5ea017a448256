/* suppress.c - see suppress.h.  A pattern is a sequence of parts between
 * wildcards; matching looks for the parts one after the other. */
#include "campaign/findings/suppress.h"

#include "detect/detector.h"
#include "util/alloc.h"
#include "util/error.h"
#include "util/regular_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/types.h>

/* Kinds of ThreadSanitizer without a detector here: a line with one of them is
 * valid and suppresses nothing. */
static const char *const tsan_only[] = {
    "race_top",
    "signal",
    "called_from_lib",
};

/* *ours: the kind of findings that it means here; NULL if none. */
static bool suppress_kind_known(const char *kind, const char **ours)
{
    const struct rdl_detector *d;

    *ours = NULL;
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (strcmp(d->name, kind) == 0 ||
            (d->tsan != NULL && strcmp(d->tsan, kind) == 0))
            *ours = d->name;
    }
    for (size_t i = 0; i < sizeof(tsan_only) / sizeof(tsan_only[0]); i++) {
        if (strcmp(tsan_only[i], kind) == 0)
            return true;
    }
    return *ours != NULL;
}

/* Where `part` (of `n` letters, without wildcards) begins in text, or NULL. */
static const char *suppress_part_find(const char *text, const char *part,
                                      size_t n, bool at_end)
{
    size_t left = strlen(text);

    if (at_end)
        return left >= n && strncmp(text + left - n, part, n) == 0
                   ? text + left - n
                   : NULL;
    for (; left >= n; text++, left--) {
        if (strncmp(text, part, n) == 0)
            return text;
    }
    return NULL;
}

bool rdl_suppress_matches(const char *pattern, const char *name)
{
    bool bound = *pattern == '^'; /* the next part must be exactly here */

    pattern += bound;
    for (;;) {
        size_t n = strcspn(pattern, "*");
        bool last = pattern[n] == '\0';
        bool at_end = last && n > 0 && pattern[n - 1] == '$';
        const char *found;

        n -= at_end;
        found = suppress_part_find(name, pattern, n, at_end);
        /* A bound part must be at the beginning; likewise at the end. */
        if (found != NULL && bound && found != name)
            found = strncmp(name, pattern, n) == 0 && !at_end ? name : NULL;
        if (found == NULL)
            return false;
        if (last)
            return true;
        name = found + n;
        pattern += n + 1;
        bound = false;
    }
}

bool rdl_suppressions_match(const struct rdl_suppressions *s, const char *kind,
                            const char *name)
{
    for (size_t i = 0; name != NULL && i < s->n; i++) {
        if (s->list[i].kind != NULL && strcmp(s->list[i].kind, kind) == 0 &&
            rdl_suppress_matches(s->list[i].pattern, name))
            return true;
    }
    return false;
}

static char *suppress_trimmed(char *text)
{
    char *end;

    while (isspace((unsigned char)*text))
        text++;
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static bool suppressions_line(struct rdl_suppressions *s, const char *path,
                              size_t number, char *line,
                              struct rdl_error *error)
{
    char *text = suppress_trimmed(line), *colon;
    const char *ours;

    if (*text == '\0' || *text == '#')
        return true;
    colon = strchr(text, ':');
    if (colon == NULL || colon[1] == '\0')
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "%s:%zu: expected kind:pattern, not '%s'", path,
                             number, text);
    *colon = '\0';
    if (!suppress_kind_known(text, &ours))
        return rdl_error_set(
            error, RDL_EXIT_USAGE,
            "%s:%zu: unknown kind '%s': see raddle list detectors", path,
            number, text);
    s->list = rdl_grow(s->list, (s->n + 1) * sizeof(*s->list));
    s->list[s->n++] = (struct rdl_suppression){
        .kind = ours != NULL ? rdl_strdup(ours) : NULL,
        .pattern = rdl_strdup(colon + 1),
        .line = number,
    };
    return true;
}

static bool suppressions_lines(struct rdl_suppressions *s, const char *path,
                               FILE *in, struct rdl_error *error)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = true;
    ssize_t n;

    while (good && (n = getline(&line, &room, in)) >= 0) {
        /* Some editors begin a file with a byte order mark. */
        size_t mark =
            number == 0 && strncmp(line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

        number++;
        good = strlen(line) == (size_t)n
                   ? suppressions_line(s, path, number, line + mark, error)
                   : rdl_error_set(error, RDL_EXIT_USAGE,
                                   "%s:%zu: contains a NUL byte", path, number);
    }
    if (good && ferror(in))
        good = rdl_error_errno(error, RDL_EXIT_USAGE,
                               "cannot read --suppressions %s", path);
    free(line);
    return good;
}

bool rdl_suppressions_load(struct rdl_suppressions *s, const char *path,
                           struct rdl_error *error)
{
    const char *why = NULL;
    int fd = rdl_regular_file_open(path, RDL_PLAIN_SOURCE, &why);
    FILE *in = fd >= 0 ? fdopen(fd, "r") : NULL;
    bool good;

    *s = (struct rdl_suppressions){ 0 };
    if (fd < 0)
        return rdl_error_set(error, RDL_EXIT_USAGE,
                             "cannot read --suppressions %s: %s", path, why);
    if (in == NULL) {
        rdl_error_errno(error, RDL_EXIT_USAGE, "cannot read --suppressions %s",
                        path);
        close(fd);
        return false;
    }
    good = suppressions_lines(s, path, in, error);
    fclose(in);
    if (!good)
        rdl_suppressions_free(s);
    return good;
}

void rdl_suppressions_free(struct rdl_suppressions *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->list[i].kind);
        free(s->list[i].pattern);
    }
    free(s->list);
}
