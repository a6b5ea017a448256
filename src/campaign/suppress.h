/* suppress.h - findings that the user does not want to hear of, in the syntax
 * of ThreadSanitizer's suppression files, so that one file serves both:
 *
 *   # a comment
 *   deadlock:legacy_lock
 *   assertion:vendor*.c
 *   heap-use-after-free:^libold.so$
 *
 * kind:pattern.  The kind is a name of `raddle list detectors`, or one of
 * ThreadSanitizer's that has the same meaning (mutex, thread); its others
 * (race, signal, called_from_lib, ...) are read and match nothing.  The pattern
 * is looked for in the names of functions, files and modules: * stands for
 * anything, ^ and $ bind it to the beginning and the end. */
#ifndef RDL_CAMPAIGN_SUPPRESS_H
#define RDL_CAMPAIGN_SUPPRESS_H

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
 * it; *s needs no freeing then. */
bool rdl_suppressions_load(struct rdl_suppressions *s, const char *path,
                           struct rdl_error *error);
void rdl_suppressions_free(struct rdl_suppressions *s);

/* Is there one for findings of this kind that matches `name`?  (NULL: no) */
bool rdl_suppressions_match(const struct rdl_suppressions *s, const char *kind,
                            const char *name);

/* As it is said above. */
bool rdl_suppress_matches(const char *pattern, const char *name);

#endif
