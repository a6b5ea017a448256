/* shell_quote.h - words of a printed command, so that a shell reads them as
 * they are. */
#ifndef RDL_UTIL_SHELL_QUOTE_H
#define RDL_UTIL_SHELL_QUOTE_H

/* To be freed; without quotes where none are needed. */
char *rdl_quote(const char *word);
/* A command and its arguments, which end with NULL, with blanks between them;
 * to be freed. */
char *rdl_quote_command(const char *name, char *const *arguments);

#endif
