/* notes.c - see notes.h. */
#include "campaign/notes.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_notes_add(struct rdl_notes *n, enum rdl_note_kind kind,
                   const char *text, uintptr_t pc)
{
    struct rdl_placed_note *t;

    for (size_t i = 0; i < n->n; i++) {
        const struct rdl_note *each = &n->all[i].note;

        if (each->kind == kind &&
            strncmp(each->text, text, sizeof(each->text) - 1) == 0)
            return;
    }
    n->all = rdl_grow(n->all, (n->n + 1) * sizeof(*t));
    t = &n->all[n->n++];
    *t = (struct rdl_placed_note){ .note = { .kind = kind, .pc = pc } };
    rdl_text_copy(t->note.text, text, sizeof(t->note.text));
    if (n->added != NULL)
        n->added(n->owner, t);
}

bool rdl_notes_have(const struct rdl_notes *n, enum rdl_note_kind kind)
{
    for (size_t i = 0; i < n->n; i++) {
        if (n->all[i].note.kind == kind)
            return true;
    }
    return false;
}

void rdl_notes_free(struct rdl_notes *n)
{
    free(n->all);
    *n = (struct rdl_notes){ .n = 0 };
}
