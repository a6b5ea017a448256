/* asm_text.h - inline assembler in what a compiler writes: preprocessed source
 * and assembly text (AT&T or Intel syntax). */
#ifndef RDL_CC_ASM_TEXT_H
#define RDL_CC_ASM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* May this preprocessed source have inline assembler that accesses memory?
 * Barriers (an empty text) and names of symbols (`int f(void) asm("g")`) are
 * none. */
bool rdl_asm_suspected(const char *source);

/* Does this instruction access memory that another thread may access?  The
 * thread's own frame, the stack, hints and addresses (lea) do not count. */
bool rdl_asm_accesses(const char *instruction);

/* Calls found() with the place ("ck_pr.h:123") of every part between #APP and
 * #NO_APP that accesses memory.  Cuts up `assembly` while it reads. */
void rdl_asm_scan(char *assembly, void (*found)(void *data, const char *place),
                  void *data);

#endif
