/* note.c - see note.h. */
#include "runtime/core/note.h"

#include "base/text.h"
#include "runtime/core/modules.h"
#include "runtime/machine/aside.h"
#include "runtime/machine/raw.h"

#include <string.h>
#include <sys/syscall.h>

RDL_ASIDE void note(enum rdl_note_kind kind, const char *text, uintptr_t pc)
{
    struct rdl_note *n;

    if (rdl_shared == NULL || rdl_child)
        return;
    for (uint32_t i = 0; i < rdl_shared->n_notes; i++) {
        n = &rdl_shared->notes[i];
        if (n->kind == kind && strncmp(n->text, text, sizeof(n->text) - 1) == 0)
            return;
    }
    if (rdl_shared->n_notes >= RDL_MAX_NOTES)
        return;
    n = &rdl_shared->notes[rdl_shared->n_notes];
    n->kind = kind;
    rdl_text_copy(n->text, text, sizeof(n->text));
    n->pc = pc;
    if (pc != 0)
        rdl_module_of(pc);
    rdl_shared->n_notes++;
}
RDL_ASIDE_CALL(rdl_note, note);

_Noreturn void rdl_panic(const char *file, int line, const char *text)
{
    char message[512] = "raddle: internal error: ";
    char digits[12];
    size_t n = sizeof(digits);

    digits[--n] = '\0';
    do
        digits[--n] = (char)('0' + line % 10);
    while ((line /= 10) > 0);
    strncat(message, file, 200);
    strcat(message, ":");
    strcat(message, digits + n);
    strcat(message, ": ");
    strncat(message, text, 200);
    strcat(message, "\n");
    rdl_raw(SYS_write, 2, message, strlen(message));
    rdl_note(RDL_NOTE_INTERNAL_ERROR, message, 0);
    if (rdl_shared != NULL && !rdl_child)
        rdl_shared->outcome.state = RDL_UNABLE;
    for (;;)
        rdl_raw(SYS_exit_group, 99);
}
