/* note.h - the runtime's notes to the user, and its internal errors. */
#ifndef RDL_RUNTIME_CORE_NOTE_H
#define RDL_RUNTIME_CORE_NOTE_H

#include "base/note.h"
#include "runtime/core/control.h"

#include <stdint.h>

/* Gives the user a note, once per kind and text; the text is a sentence. */
void rdl_note(enum rdl_note_kind kind, const char *text, uintptr_t pc);

/* For what cannot happen: stops the target with exit status 99 and the text. */
_Noreturn void rdl_panic(const char *file, int line, const char *text);
#define ASSERT(x) (likely(x) ? (void)0 : rdl_panic(__FILE__, __LINE__, #x))

#endif
