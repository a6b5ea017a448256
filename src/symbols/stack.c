/* stack.c - call stacks of the threads of a finding, for people. */
#include "symbols/stack.h"

#include <string.h>

static bool stack_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool stack_is_raddle(const struct rdl_place *p)
{
    return p->module != NULL && stack_begins(p->module, "libraddle");
}

/* The path without its "..": clang writes "/usr/bin/../lib/gcc/12/../include".
 */
static void stack_straighten(const char *path, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    while (*path == '/') {
        const size_t n = strcspn(path + 1, "/") + 1;

        if (n == 3 && strncmp(path, "/..", 3) == 0) {
            while (used > 0 && out[--used] != '/')
                ;
        } else if (used + n < size && !(n == 2 && path[1] == '.')) {
            memcpy(out + used, path, n);
            used += n;
        }
        out[used] = '\0';
        path += n;
    }
}

bool rdl_stack_system_file(const char *path)
{
    char straight[4096];

    stack_straighten(path, straight, sizeof(straight));
    return stack_begins(straight, "/usr/include/") ||
           stack_begins(straight, "/usr/lib/") ||
           strstr(straight, "/include/c++/") != NULL;
}

bool rdl_stack_own(const struct rdl_place *p)
{
    static const char *const libraries[] = {
        "libraddle",   "libc.so",  "libc-2.",   "libpthread", "ld-linux",
        "libstdc++.",  "libgcc_s", "libc++",    "libm.so",    "linux-vdso",
        "linux-gate.", "libgomp",  "libatomic",
    };

    if (p->module == NULL || p->foreign)
        return false;
    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
        if (stack_begins(p->module, libraries[i]))
            return false;
    }
    return p->path == NULL || !rdl_stack_system_file(p->path);
}

/* The index after the frame that contains the finding: the frames before it are
 * those of the functions that it called, down to the library function that
 * failed. */
static size_t stack_callers(const struct rdl_thread_view *v, size_t n,
                            uintptr_t pc)
{
    for (size_t i = 0; i < n; i++) {
        if (v->frames[i] == pc)
            return i + 1;
    }
    return 1;
}

/* Removes the frames of libraries from both ends; returns how many are left. */
static size_t stack_trim(struct rdl_place *places, size_t n)
{
    size_t first = 0, last = n;

    while (first < n && !rdl_stack_own(&places[first]))
        first++;
    if (first == n) {
        /* Only libraries: keeps the innermost frame that is not raddle's. */
        for (first = 0; first + 1 < n && stack_is_raddle(&places[first]);)
            first++;
        last = n > 0 ? first + 1 : 0;
        /* Its lines are those of another build, and known only where debug
         * information of the system is installed. */
        if (n > 0)
            places[first].file = places[first].path = NULL;
    } else {
        while (!rdl_stack_own(&places[last - 1]))
            last--;
    }
    memmove(places, places + first, (last - first) * sizeof(*places));
    return last - first;
}

bool rdl_stack_is_elsewhere(const struct rdl_finding *f,
                            const struct rdl_thread_view *v)
{
    return f->pc != 0 && f->pc == v->missed_pc;
}

size_t rdl_stack_frames(struct rdl_symbols *s, const struct rdl_finding *f,
                        const struct rdl_thread_view *v, struct rdl_place *out,
                        size_t max)
{
    bool blamed =
        f->pc != 0 &&
        (v == NULL || (v->tid == f->tid && !rdl_stack_is_elsewhere(f, v)));
    size_t n = 0, at = 0;
    size_t frames = v != NULL ? v->n_frames : 0;

    if (frames > RDL_MAX_FRAMES)
        frames = RDL_MAX_FRAMES;
    /* The frames are those of libc, which ends the program. */
    if (blamed && max > 0 && rdl_symbols_returned(s, f->pc, out))
        return 1;
    if (blamed) {
        n = rdl_symbols_frames(s, f->pc, out, max);
        /* The thread's latest step, frames[0], is older than the finding.  It
         * counts only if the finding is inside a library (a fault in strlen, or
         * in a hook): then it is the nearest known place of the program. */
        if (n > 0 && rdl_stack_own(&out[n - 1]))
            at = stack_callers(v, frames, f->pc);
    }
    for (; at < frames && n < max; at++)
        n += rdl_symbols_frames(s, v->frames[at], out + n, max - n);
    return stack_trim(out, n);
}

size_t rdl_stack_places(struct rdl_symbols *s, const uintptr_t *frames,
                        size_t n_frames, struct rdl_place *out, size_t max)
{
    size_t n = 0;

    for (size_t i = 0; i < n_frames && n < max; i++)
        n += rdl_symbols_frames(s, frames[i], out + n, max - n);
    return stack_trim(out, n);
}
