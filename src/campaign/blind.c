/* blind.c - see blind.h. */
#include "campaign/blind.h"

#include "base/text.h"
#include "campaign/campaign.h"

#include <stdio.h>
#include <string.h>

#define KIND "module-not-instrumented"

static bool blind_begins(const char *text, const char *const *with, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strncmp(text, with[i], strlen(with[i])) == 0)
            return true;
    }
    return false;
}

bool rdl_blind_c_library(const char *name)
{
    static const char *const names[] = {
        "libc.so",   "ld-linux",  "libm.so",    "libpthread.", "libdl.so",
        "librt.so",  "libgcc_s.", "libstdc++.", "libmvec.",    "libresolv.",
        "libanl.so", "libc++",    "libutil.so",
    };

    return blind_begins(name, names, sizeof(names) / sizeof(names[0]));
}

bool rdl_blind_of_system(const char *path)
{
    static const char *const folders[] = { "/lib/", "/lib32/", "/lib64/",
                                           "/usr/lib" };

    return blind_begins(path, folders, sizeof(folders) / sizeof(folders[0]));
}

/* Something that comes with the system, or with raddle. */
static bool blind_is_foreign(const char *path)
{
    static const char *const names[] = { "libraddle.so", "linux-vdso" };
    static const char *const programs[] = { "/bin/", "/usr/bin/" };
    const char *name = rdl_text_base_name(path);

    return rdl_blind_c_library(name) || rdl_blind_of_system(path) ||
           blind_begins(name, names, sizeof(names) / sizeof(names[0])) ||
           blind_begins(path, programs, sizeof(programs) / sizeof(programs[0]));
}

/* Of each module once, whatever the end of the sentence. */
static void blind_note(struct rdl_campaign *c, const char *kind,
                       const char *path, const char *end)
{
    char text[200];
    size_t n;

    n = (size_t)snprintf(text, sizeof(text),
                         "memory accesses are not seen in %.60s",
                         rdl_text_base_name(path));
    snprintf(text + n, sizeof(text) - n, "%s", end);
    rdl_text_clean(text);
    for (size_t i = 0; i < c->n_notes; i++) {
        const char *told = c->notes[i].note.text;

        if (strncmp(told, text, n) == 0 && strchr(",:", told[n]) != NULL)
            return;
    }
    rdl_campaign_note(c, kind, text, 0);
}

void rdl_blind_tell(struct rdl_campaign *c)
{
    const struct rdl_shared *s = c->worker->memory.shared;
    bool any_hooked = false;

    if (c->threads <= 1)
        return;
    for (uint32_t i = 0; i < s->n_modules; i++)
        any_hooked = any_hooked || s->modules[i].hooked;
    for (uint32_t i = 0; i < s->n_modules && any_hooked; i++) {
        const struct rdl_module *m = &s->modules[i];

        if (m->runs && !m->hooked && !blind_is_foreign(m->path))
            blind_note(c, KIND, m->path,
                       ", in which threads run: build it with raddle cc too");
    }
}

void rdl_blind_library(struct rdl_campaign *c, const char *path)
{
    if (!blind_is_foreign(path))
        blind_note(c, "library-not-instrumented", path,
                   ": build it with raddle cc too if threads use it");
}

bool rdl_blind_told(const struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->n_notes; i++) {
        if (strcmp(c->notes[i].note.kind, KIND) == 0)
            return true;
    }
    return false;
}
