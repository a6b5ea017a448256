/* shell_quote.h - quotes words of a printed command for a shell. */
#ifndef RDL_UTIL_SHELL_QUOTE_H
#define RDL_UTIL_SHELL_QUOTE_H

/* To be freed; without quotes if none are needed. */
char *rdl_quote(const char *word);
/* A command and its NULL-terminated arguments, separated by blanks; to be
 * freed. */
char *rdl_quote_command(const char *name, char *const *arguments);

#endif
