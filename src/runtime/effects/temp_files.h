/* temp_files.h - temporary files end with the execution that made them.
 *
 * Their names are the same in every execution, and the program sees them: a
 * leftover file would give the next execution, or a replay, another name and
 * another course.  So the runtime removes at the end what mkstemp, mkdtemp and
 * similar calls made, with what the execution made in such a directory, and
 * only that: each by its name, if it is still the same file.  What was moved
 * elsewhere has a name that is meant to last, and stays. */
#ifndef RDL_RUNTIME_EFFECTS_TEMP_FILES_H
#define RDL_RUNTIME_EFFECTS_TEMP_FILES_H

/* `path` is a file or directory with a temporary name. */
void rdl_temp_files_begins(const char *path);
/* The execution made `path` in `directory` (may be AT_FDCWD). */
void rdl_temp_files_made(long directory, const char *path);
/* The same for an open file. */
void rdl_temp_files_created(int fd);
/* The execution moved something to this path. */
void rdl_temp_files_moved(long directory, const char *path);
/* The execution exchanged what is at these paths. */
void rdl_temp_files_exchanged(const long directories[2],
                              const char *const paths[2]);
/* The execution ends. */
void rdl_temp_files_end(void);

#endif
