/* children.h - the process ids of the target's children.
 *
 * The parent may store or print a child's pid, so parent and child see a
 * virtual one (5000001, 5000002, ...: above every real pid). */
#ifndef RDL_RUNTIME_CORE_CHILDREN_H
#define RDL_RUNTIME_CORE_CHILDREN_H

#include <stdbool.h>

/* adopt() gives a new child its virtual pid; next() returns the one that the
 * next child will get. */
int rdl_children_adopt(int real);
int rdl_children_next(void);
/* virtual() maps the real pid of a child to its virtual one, 0 if unknown.
 * real() maps a virtual pid back; it also knows this process and its parent,
 * and returns its argument for any other pid. */
int rdl_children_virtual(int real);
int rdl_children_real(int pid);
/* Maps a real pid to what the target sees: for this process, its parent, the
 * process under test and the children; any other pid is unchanged. */
int rdl_children_shown(int real);
/* The child is gone: the kernel may give its real pid to another process. */
void rdl_children_forget(int real);

/* Has this process ever had a child?  A child may hold ends of pipes and
 * sockets. */
bool rdl_children_any(void);
/* begin(): this process is about to make a child.  forked(): called in the
 * child; true the first time, false if the child has already noticed that it is
 * one. */
void rdl_children_begin(void);
bool rdl_children_forked(void);

#endif
