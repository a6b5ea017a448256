/* children.h - the numbers of the target's children.
 *
 * A child's number enters the parent's values, so parent and child see a
 * virtual one (5000001, 5000002, ...: above every real pid). */
#ifndef RDL_RUNTIME_CORE_CHILDREN_H
#define RDL_RUNTIME_CORE_CHILDREN_H

#include <stdbool.h>

/* A new child's virtual number; that of the next. */
int rdl_children_adopt(int real);
int rdl_children_next(void);
/* Of a child: its virtual number by its real one, 0 if unknown; its real one
 * (also of the process itself and its parent) by the virtual, or the argument
 * if it is neither. */
int rdl_children_virtual(int real);
int rdl_children_real(int pid);
/* As the target knows it, the real number of the process, of its parent, of
 * the process under test or of a child; others as they are. */
int rdl_children_shown(int real);
/* It is gone: its real number may become another's. */
void rdl_children_forget(int real);

/* Has the process had a child?  Pipes and sockets may have ends there. */
bool rdl_children_any(void);
/* The process is about to make a child; the calling process is one, made since:
 * false if it knows that already. */
void rdl_children_begin(void);
bool rdl_children_forked(void);

#endif
