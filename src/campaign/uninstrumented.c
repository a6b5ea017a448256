/* uninstrumented.c - see uninstrumented.h. */
#include "campaign/uninstrumented.h"

#include "base/text.h"
#include "util/system_library.h"

#include <stdio.h>
#include <string.h>

/* A library that comes with the system or with raddle. */
static bool uninstrumented_is_foreign(const char *path)
{
    static const char *const names[] = { "libraddle.so", "linux-vdso" };
    static const char *const programs[] = { "/bin/", "/usr/bin/" };
    const char *name = rdl_text_base_name(path);

    return rdl_system_library_is_c(name) || rdl_system_library_at(path) ||
           rdl_text_begins(name, names, sizeof(names) / sizeof(names[0])) ||
           rdl_text_begins(path, programs,
                           sizeof(programs) / sizeof(programs[0]));
}

/* One note for each module, whatever the rest of the sentence. */
static void uninstrumented_note(struct rdl_notes *notes,
                                enum rdl_note_kind kind, const char *path,
                                const char *end)
{
    char text[200];
    size_t n;

    n = (size_t)snprintf(text, sizeof(text),
                         "memory accesses are not seen in %.60s",
                         rdl_text_base_name(path));
    snprintf(text + n, sizeof(text) - n, "%s", end);
    rdl_text_clean(text);
    for (size_t i = 0; i < notes->n; i++) {
        const char *reported = notes->all[i].note.text;

        if (strncmp(reported, text, n) == 0 &&
            strchr(",:", reported[n]) != NULL)
            return;
    }
    rdl_notes_add(notes, kind, text, 0);
}

void rdl_uninstrumented_note(const struct rdl_shared *s,
                             struct rdl_notes *notes)
{
    bool any_hooked = false;

    for (uint32_t i = 0; i < s->n_modules; i++)
        any_hooked = any_hooked || s->modules[i].hooked;
    for (uint32_t i = 0; i < s->n_modules && any_hooked; i++) {
        const struct rdl_module *m = &s->modules[i];

        if (m->runs && !m->hooked && !uninstrumented_is_foreign(m->path))
            uninstrumented_note(
                notes, RDL_NOTE_MODULE_NOT_INSTRUMENTED, m->path,
                ", in which threads run: build it with raddle cc too");
    }
}

bool rdl_uninstrumented_runs(const struct rdl_shared *s)
{
    static const char *const own[] = { "libraddle.so", "linux-vdso" };

    for (uint32_t i = 0; i < s->n_modules; i++) {
        const struct rdl_module *m = &s->modules[i];
        const char *name = rdl_text_base_name(m->path);

        if (m->runs && !m->hooked && !rdl_system_library_is_c(name) &&
            !rdl_text_begins(name, own, sizeof(own) / sizeof(own[0])))
            return true;
    }
    return false;
}

void rdl_uninstrumented_library(struct rdl_notes *notes, const char *path)
{
    if (!uninstrumented_is_foreign(path))
        uninstrumented_note(notes, RDL_NOTE_LIBRARY_NOT_INSTRUMENTED, path,
                            ": build it with raddle cc too if threads use it");
}

void rdl_uninstrumented_places(struct rdl_notes *notes, enum rdl_note_kind kind,
                               const char *place, size_t more)
{
    const bool assembler = kind == RDL_NOTE_ASSEMBLER;
    char text[sizeof(((struct rdl_note *)0)->text)], others[32] = "";
    const size_t n = strlen(place);

    if (more > 0)
        snprintf(others, sizeof(others), " (+%zu more)", more);
    snprintf(text, sizeof(text), "%s: at %s%s%s%s",
             assembler ? "memory accesses in assembler are not seen"
                       : "the compiler gives some accesses no hook",
             n > 70 ? "..." : "", n > 70 ? place + n - 70 : place, others,
             assembler ? "; use the compiler's atomics there (many projects "
                         "have an option for it)"
                       : " (a structure by value, a bit-field, a built-in "
                         "function, no_sanitize, assembler, another "
                         "compiler)");
    rdl_text_clean(text);
    rdl_notes_add(notes, kind, text, 0);
}

void rdl_uninstrumented_calls(struct rdl_notes *notes, const char *names,
                              size_t more)
{
    char text[sizeof(((struct rdl_note *)0)->text)], others[32] = "";

    if (more > 0)
        snprintf(others, sizeof(others), " (+%zu more)", more);
    snprintf(text, sizeof(text),
             "raddle does not see which memory a library function uses: %s%s",
             names, others);
    rdl_text_clean(text);
    rdl_notes_add(notes, RDL_NOTE_LIBRARY_CALLS, text, 0);
}

void rdl_uninstrumented_instruction(struct rdl_notes *notes, const char *name,
                                    const char *what, const char *place,
                                    size_t more)
{
    char text[sizeof(((struct rdl_note *)0)->text)], others[32] = "";
    const size_t n = strlen(place);

    if (more > 0)
        snprintf(others, sizeof(others), " (+%zu more)", more);
    snprintf(text, sizeof(text),
             "%s reads %s, which raddle does not control: at %s%s%s; what "
             "depends on it may not replay",
             name, what, n > 70 ? "..." : "", n > 70 ? place + n - 70 : place,
             others);
    rdl_text_clean(text);
    rdl_notes_add(notes, RDL_NOTE_UNCONTROLLED_INSTRUCTION, text, 0);
}

bool rdl_uninstrumented_noted(const struct rdl_notes *notes)
{
    return rdl_notes_have(notes, RDL_NOTE_MODULE_NOT_INSTRUMENTED);
}
