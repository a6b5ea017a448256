/* note.h - the kinds of notes, as notes.h lists them. */
#ifndef RDL_BASE_NOTE_H
#define RDL_BASE_NOTE_H

#include <stdbool.h>

enum rdl_note_kind {
#define NOTE(id, name, meaning) RDL_NOTE_##id,
#include "base/notes.h"
#undef NOTE
    RDL_N_NOTE_KINDS
};

/* The stable name: "not-instrumented". */
const char *rdl_note_name(enum rdl_note_kind kind);
/* Does a note of this kind limit what "no failure found" means? */
bool rdl_note_limits(enum rdl_note_kind kind);
/* Is it about the program, so that it limits sessions to come too? */
bool rdl_note_lasts(enum rdl_note_kind kind);

#endif
