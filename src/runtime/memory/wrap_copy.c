/* wrap_copy.c - functions that copy strings, called by instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"

#define WHOLE SIZE_MAX /* bytes: of the string, whatever its length */

static size_t wrap_copy_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The n bytes at `from` are to be copied as they are now, if they fit. */
static bool wrap_copy_takes(char *copy, const char *from, size_t n)
{
    if (n > WRAP_TAKEN - 1)
        return false;
    takes(copy, from, n);
    copy[n] = '\0';
    return true;
}

/* It does not fit, and is copied as it is when the thread writes: how much that
 * is was announced before. */
static void wrap_copy_late(const char *from, size_t size, uintptr_t pc)
{
    if (unlikely(rdl_exploring))
        rdl_call_touches_late(from, size, /*writes=*/false,
                              RDL_UNSEEN "a copy of a long string", pc);
}

/* Copies `from`: n bytes, of which it reads those up to the NUL, or if n is
 * WHOLE all with the NUL; at most `room` of them.  Returns what to copy. */
static const char *wrap_copy_copies(char *copy, char *to, const char *from,
                                    size_t n, size_t room, uintptr_t pc)
{
    size_t length;
    bool fits;

    if (!rdl_controlled())
        return from;
    SCANS_BYTES(from, string_size(from, n), pc);
    length = strnlen(from, n);
    fits = wrap_copy_takes(copy, from, length);
    writes(to, wrap_copy_least(n == WHOLE ? length + 1 : n, room), pc);
    if (!fits)
        wrap_copy_late(from, string_size(from, n), pc);
    return fits ? taken(copy, from) : from;
}

/* Appends up to n bytes and a NUL where it found the end of the string in
 * `to`, whatever other threads have made of that since.  NULL: there is no
 * room. */
static char *wrap_copy_appends(char *to, const char *from, size_t n,
                               size_t room, uintptr_t pc)
{
    char copy[WRAP_TAKEN];
    size_t length, more;
    bool fits;

    if (rdl_controlled())
        SCANS_BYTES(to, strlen(to) + 1, pc);
    length = strlen(to);
    if (rdl_controlled())
        SCANS_BYTES(from, string_size(from, n), pc);
    more = strnlen(from, n);
    if (length + more >= room)
        return NULL;
    if (rdl_controlled()) {
        fits = wrap_copy_takes(copy, from, more);
        writes(to + length, more + 1, pc);
        if (!fits)
            wrap_copy_late(from, string_size(from, n), pc);
        from = fits ? taken(copy, from) : from;
    }
    memcpy(to + length, from, more);
    to[length + more] = '\0';
    return to;
}

#define COPIES(name, n, room, arguments, ...)                                  \
    CALL(char *, name, __VA_ARGS__)                                            \
    {                                                                          \
        char copy[WRAP_TAKEN];                                                 \
                                                                               \
        from = wrap_copy_copies(copy, to, from, n, room, RDL_PC);              \
        return REAL(name) arguments;                                           \
    }
#define PLAIN char *to, const char *from

COPIES(strcpy, WHOLE, SIZE_MAX, (to, from), PLAIN)
COPIES(stpcpy, WHOLE, SIZE_MAX, (to, from), PLAIN)
COPIES(__strcpy_chk, WHOLE, room, (to, from, room), PLAIN, size_t room)
COPIES(__stpcpy_chk, WHOLE, room, (to, from, room), PLAIN, size_t room)
COPIES(strncpy, n, SIZE_MAX, (to, from, n), PLAIN, size_t n)
COPIES(stpncpy, n, SIZE_MAX, (to, from, n), PLAIN, size_t n)
COPIES(__strncpy_chk, n, room, (to, from, n, room), PLAIN, size_t n,
       size_t room)
COPIES(__stpncpy_chk, n, room, (to, from, n, room), PLAIN, size_t n,
       size_t room)

/* Without room libc reports that and ends the process. */
#define APPENDS(name, n, room, arguments, ...)                                 \
    CALL(char *, name, __VA_ARGS__)                                            \
    {                                                                          \
        return wrap_copy_appends(to, from, n, room, RDL_PC) != NULL            \
                   ? to                                                        \
                   : REAL(name) arguments;                                     \
    }

APPENDS(strcat, WHOLE, SIZE_MAX, (to, from), PLAIN)
APPENDS(strncat, n, SIZE_MAX, (to, from, n), PLAIN, size_t n)
APPENDS(__strcat_chk, WHOLE, room, (to, from, room), PLAIN, size_t room)
APPENDS(__strncat_chk, n, room, (to, from, n, room), PLAIN, size_t n,
        size_t room)
