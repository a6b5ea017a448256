/* accesses.c - accesses that the compiler gives no hook.
 *
 * gcc expands copies, fills and comparisons of a fixed size inline, without
 * hooks, if it knows the function that is called.  -fno-builtin-NAME makes
 * calls of them, which raddle sees (hooks/wraps.h).  But then memcpy(&x, p, 4)
 * is a call too, where gcc would make a load with a hook: a program that loads
 * most of its words that way ran a third of the executions in the same time. So
 * only a source that needs the options is compiled with them: one whose object
 * has accesses without a hook. */
#include "cc/cc.h"

#include "cc/unhooked/unhooked.h"
#include "symbols/files/noted.h"
#include "util/die.h"
#include "util/fd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rdl_cc_places_add(void *data, const char *place)
{
    struct rdl_cc_places *p = data;
    const size_t n = strlen(place) + 1;
    char *larger;

    for (size_t i = 0; i < p->size; i += strlen(p->text + i) + 1) {
        if (strcmp(p->text + i, place) == 0)
            return;
    }
    larger = rdl_words_room(p->size + n);
    if (p->size > 0)
        memcpy(larger, p->text, p->size);
    memcpy(larger + p->size, place, n);
    p->text = larger;
    p->size += n;
}

int rdl_cc_run_on(const struct rdl_cc_compiler *c,
                  const struct rdl_words *options,
                  const struct rdl_cc_word *source, const char *stage,
                  const char *output)
{
    struct rdl_words w = { 0 };

    rdl_words_add_all(&w, options);
    rdl_words_add(&w, "-w");
    rdl_words_add(&w, stage);
    rdl_words_add(&w, "-o");
    rdl_words_add(&w, output);
    if (source->language != NULL) {
        rdl_words_add(&w, "-x");
        rdl_words_add(&w, source->language);
    }
    rdl_words_add(&w, source->text);
    return rdl_cc_run_quietly(&w, c->command.n);
}

/* What gcc expands inline.  Not strlen: gcc leaves its calls alone, and
 * programs use strlen("...") as a constant. */
static const char *const expanded[] = {
    "memcpy", "memmove", "mempcpy", "memset",  "memcmp",  "bcmp",
    "bcopy",  "bzero",   "strcpy",  "stpcpy",  "strncpy", "stpncpy",
    "strcat", "strncat", "strcmp",  "strncmp",
};

static size_t accesses_count(const struct rdl_cc_places *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->size; i++)
        n += p->text[i] == '\0';
    return n;
}

/* Writes one file over another, which stays the same file.  False: it is as it
 * was.  An object that is only half written must not be linked: then raddle
 * removes it and ends. */
static bool accesses_copy(const char *from, const char *to)
{
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = in >= 0 ? open(to, O_WRONLY | O_TRUNC | O_CLOEXEC) : -1;
    char buffer[65536];
    ssize_t n = 0;
    bool written = true;

    while (out >= 0 && written && (n = read(in, buffer, sizeof(buffer))) > 0)
        written = rdl_fd_write(out, buffer, (size_t)n);
    if (out >= 0 && (!written || n < 0 || close(out) != 0)) {
        const int error = errno;

        unlink(to);
        errno = error;
        rdl_die_errno(RDL_EXIT_USAGE, "cannot write the object %s", to);
    }
    if (in >= 0)
        close(in);
    return out >= 0;
}

/* gcc: calls instead of what it expanded.
 *
 * clang (up to 19): a member of a local variable has no hook, whoever has the
 * address of the variable.  clang asks whether the address of the member is
 * captured, not that of the variable, and stops asking after this many uses:
 * then it takes every address for captured. */
static void accesses_options(const struct rdl_cc_compiler *c,
                             struct rdl_words *w)
{
    if (c->family == RDL_GCC) {
        for (size_t i = 0; i < sizeof(expanded) / sizeof(expanded[0]); i++)
            rdl_words_add(w, rdl_words_format("-fno-builtin-%s", expanded[i]));
        return;
    }
    rdl_words_add(w, "-mllvm");
    rdl_words_add(w, "-capture-tracking-max-uses-to-explore=0");
}

/* Compiles once more.  The new object replaces the old one, and its places too,
 * if gcc's has fewer, and always if it is clang's: what that lacks is not
 * seen. */
static void accesses_again(const struct rdl_cc_compiler *c,
                           const struct rdl_words *options,
                           const struct rdl_cc_word *source, const char *object,
                           struct rdl_cc_places *places)
{
    const bool clang = c->family != RDL_GCC;
    char *path = rdl_cc_temporary("again.o");
    struct rdl_cc_places fewer = { 0 };
    struct rdl_words w = { 0 };
    bool replaced = false;

    rdl_words_add_all(&w, options);
    accesses_options(c, &w);
    if (rdl_cc_run_on(c, &w, source, "-c", path) == 0) {
        rdl_unhooked_each(path, rdl_cc_places_add, &fewer);
        replaced = (clang || accesses_count(&fewer) < accesses_count(places)) &&
                   accesses_copy(path, object);
    }
    if (replaced)
        *places = fewer;
    else if (clang)
        rdl_cc_places_add(places, source->text);
    unlink(path);
}

void rdl_cc_accesses_note(const struct rdl_cc_compiler *c,
                          const struct rdl_words *options,
                          const struct rdl_cc_word *source, const char *object,
                          bool again)
{
    struct rdl_cc_places places = { 0 };
    struct stat st;

    const bool shares = rdl_unhooked_each(object, rdl_cc_places_add, &places);
    const bool wanted = c->family == RDL_GCC ? places.size > 0 : shares;

    /* Standard input can be read only once. */
    if (wanted && again && stat(source->text, &st) == 0 && S_ISREG(st.st_mode))
        accesses_again(c, options, source, object, &places);
    else if (wanted && c->family != RDL_GCC)
        rdl_cc_places_add(&places, source->text);
    if (places.size > 0)
        rdl_noted_write(object, RDL_NOTED_UNHOOKED, places.text, places.size);
}
