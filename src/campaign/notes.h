/* notes.h - what a campaign reports beside its findings, each note once. */
#ifndef RDL_CAMPAIGN_NOTES_H
#define RDL_CAMPAIGN_NOTES_H

#include "base/shared.h"

#include <stddef.h>

struct rdl_placed_note { /* a note and the place of its program counter */
    struct rdl_note note;
    char location[256]; /* "" if it has none */
};

struct rdl_notes {
    size_t n;
    struct rdl_placed_note *all; /* owned, in order of arrival */
    /* Called for each new note; fills in its location.  May be NULL. */
    void (*added)(void *owner, struct rdl_placed_note *placed);
    void *owner;
};

/* Adds a note unless there is one with the same kind and text. */
void rdl_notes_add(struct rdl_notes *n, enum rdl_note_kind kind,
                   const char *text, uintptr_t pc);
/* Is there one of that kind? */
bool rdl_notes_have(const struct rdl_notes *n, enum rdl_note_kind kind);
void rdl_notes_free(struct rdl_notes *n);

#endif
