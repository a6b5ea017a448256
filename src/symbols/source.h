/* source.h - lines of the program's source, to be quoted or read. */
#ifndef RDL_SYMBOLS_SOURCE_H
#define RDL_SYMBOLS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct rdl_place;

/* The line without its indentation, printable; false if it cannot be read. */
bool rdl_source_line(const char *path, unsigned line, char *out, size_t size);

/* The same of a place; false too if the file is newer than the program: the
 * line may be another one now. */
bool rdl_source_quote(const struct rdl_place *place, char *out, size_t size);

/* The statement at a line and column (0: not known), without comments and what
 * strings hold, and where in it the place is.  False if it cannot be read or is
 * long, or if there are several on the line. */
bool rdl_source_statement(const char *path, unsigned line, unsigned column,
                          char *out, size_t size, size_t *at);

/* What stands between the braces of the function that the line names, in the
 * same way.  False if it cannot be read or is long. */
bool rdl_source_body(const char *path, unsigned line, const char *name,
                     char *out, size_t size);

/* Can it be part of a name? */
bool rdl_source_in_word(char c);
/* Does the word stand at `at` of the text, and not as a part of another? */
bool rdl_source_is_word(const char *text, const char *at, const char *word);

#endif
