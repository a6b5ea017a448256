/* note.c - names and meanings of notes, from notes.h. */
#include "base/note.h"

enum meaning { INFORMS, LIMITS, LIMITS_NOW };

static const struct {
    const char *name;
    enum meaning meaning;
} kinds[] = {
#define NOTE(id, name, meaning) { name, meaning },
#include "base/notes.h"
#undef NOTE
};

const char *rdl_note_name(enum rdl_note_kind kind)
{
    return kinds[kind].name;
}

bool rdl_note_limits(enum rdl_note_kind kind)
{
    return kinds[kind].meaning != INFORMS;
}

bool rdl_note_lasts(enum rdl_note_kind kind)
{
    return kinds[kind].meaning == LIMITS;
}
