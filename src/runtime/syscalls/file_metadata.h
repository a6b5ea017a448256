/* file_metadata.h - what the kernel decides about files and the program can
 * see: inode numbers, times, blocks.
 *
 * They differ from run to run, so for files that the execution makes or changes
 * the program sees virtual ones: files have numbers in the order of
 * creation, a time is virtual time.  Pipes and sockets get theirs when the
 * program first looks.  A file that was there before and is only read keeps
 * what the kernel says. */
#ifndef RDL_RUNTIME_SYSCALLS_FILE_METADATA_H
#define RDL_RUNTIME_SYSCALLS_FILE_METADATA_H

#include <stdbool.h>

/* Before the first execution of the process: standard input, output and error
 * may be files that the driver made for it. */
void rdl_file_metadata_begin(void);
/* Would opening `path` for writing, with O_CREAT, make a file? */
bool rdl_file_metadata_is_new(int directory, const char *path);
/* The execution made the file that is open here. */
void rdl_file_metadata_made(int fd);
/* The same for a file that open() made: its directory has a name more. */
void rdl_file_metadata_opened(int fd, int directory, const char *path);
/* The same by name, for directories, links and other special files. */
void rdl_file_metadata_made_at(int directory, const char *path);

/* The call returned: notes what it changed, and puts virtual values into what
 * it tells (stat, getdents). */
void rdl_file_metadata_after(long number, const long arg[6], long result);

#endif
