/* temp_files.h - temporary files end with the execution that made them.
 *
 * Their names are the same in every execution, and the program sees them: one
 * that is left would give the next execution, or a replay, another name, and
 * another course.  What mkstemp, mkdtemp and their kin made is therefore
 * removed at the end, with what the execution made in such a directory, and
 * only that: each by its name, if it still is the same file.  What was moved
 * out of there has a name that is to last, and stays. */
#ifndef RDL_RUNTIME_EFFECTS_TEMP_FILES_H
#define RDL_RUNTIME_EFFECTS_TEMP_FILES_H

/* A file or directory that has a temporary name. */
void rdl_temp_files_begins(const char *path);
/* The execution made `path`, of `directory` (AT_FDCWD). */
void rdl_temp_files_made(long directory, const char *path);
/* The same of a file that it has open. */
void rdl_temp_files_created(int fd);
/* It moved something to there. */
void rdl_temp_files_moved(long directory, const char *path);
/* The execution ends. */
void rdl_temp_files_end(void);

#endif
