/* suppress.h - findings that the user does not want to see, in the syntax of
 * ThreadSanitizer's suppression files, so that one file serves both:
 *
 *     # a comment
 *     deadlock:legacy_lock
 *     assertion:vendor*.c
 *     heap-use-after-free:^libold.so$
 *
 * A line is kind:pattern.  The kind is a name of `raddle list detectors`, or
 * one of ThreadSanitizer's with the same meaning (mutex, thread); its others
 * (race, signal, called_from_lib, ...) are accepted and match nothing. raddle
 * looks for the pattern in the names of functions, files and modules: * matches
 * anything, ^ and $ bind it to the beginning and the end. */
#ifndef RDL_CAMPAIGN_FINDINGS_SUPPRESS_H
#define RDL_CAMPAIGN_FINDINGS_SUPPRESS_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>

struct rdl_suppression {
    char *kind; /* NULL: matches nothing here */
    char *pattern;
    size_t line;
};

struct rdl_suppressions {
    size_t n;
    struct rdl_suppression *list;
};

/* Reads the file.  False, with its name and line, if raddle does not understand
 * it; *s then needs no freeing. */
bool rdl_suppressions_load(struct rdl_suppressions *s, const char *path,
                           struct rdl_error *error);
void rdl_suppressions_free(struct rdl_suppressions *s);

/* Does one for findings of this kind match `name`? (NULL: no) */
bool rdl_suppressions_match(const struct rdl_suppressions *s, const char *kind,
                            const char *name);

/* Does the pattern, as described above, match? */
bool rdl_suppress_matches(const char *pattern, const char *name);

#endif
