/* wrap_copy.c - functions that copy strings, called by instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"

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

/* Copies `from` with its NUL to `to`, at most `room` bytes.  These functions
 * return what to copy. */
static const char *wrap_copy_copies(char *copy, char *to, const char *from,
                                    size_t room, uintptr_t pc)
{
    size_t length;
    bool fits;

    if (!rdl_controlled())
        return from;
    reads(from, strlen(from) + 1, pc);
    length = strlen(from);
    fits = wrap_copy_takes(copy, from, length);
    writes(to, wrap_copy_least(length + 1, room), pc);
    return fits ? taken(copy, from) : from;
}

/* Copies n bytes; reads `from` only up to its NUL. */
static const char *wrap_copy_copies_n(char *copy, char *to, const char *from,
                                      size_t n, size_t room, uintptr_t pc)
{
    bool fits;

    if (!rdl_controlled())
        return from;
    reads(from, wrap_copy_least(strnlen(from, n) + 1, n), pc);
    fits = wrap_copy_takes(copy, from, strnlen(from, n));
    writes(to, wrap_copy_least(n, room), pc);
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
        reads(to, strlen(to) + 1, pc);
    length = strlen(to);
    if (rdl_controlled()) {
        more = strnlen(from, n);
        reads(from, more < n ? more + 1 : more, pc);
    }
    more = strnlen(from, n);
    if (length + more >= room)
        return NULL;
    if (rdl_controlled()) {
        fits = wrap_copy_takes(copy, from, more);
        writes(to + length, more + 1, pc);
        from = fits ? taken(copy, from) : from;
    }
    memcpy(to + length, from, more);
    to[length + more] = '\0';
    return to;
}

CALL(char *, strcpy, char *to, const char *from)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies(copy, to, from, SIZE_MAX, RDL_PC);
    return REAL(strcpy)(to, from);
}

CALL(char *, stpcpy, char *to, const char *from)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies(copy, to, from, SIZE_MAX, RDL_PC);
    return REAL(stpcpy)(to, from);
}

CALL(char *, strncpy, char *to, const char *from, size_t n)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies_n(copy, to, from, n, SIZE_MAX, RDL_PC);
    return REAL(strncpy)(to, from, n);
}

CALL(char *, stpncpy, char *to, const char *from, size_t n)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies_n(copy, to, from, n, SIZE_MAX, RDL_PC);
    return REAL(stpncpy)(to, from, n);
}

CALL(char *, strcat, char *to, const char *from)
{
    return wrap_copy_appends(to, from, SIZE_MAX, SIZE_MAX, RDL_PC);
}

CALL(char *, strncat, char *to, const char *from, size_t n)
{
    return wrap_copy_appends(to, from, n, SIZE_MAX, RDL_PC);
}

CALL(char *, __strcpy_chk, char *to, const char *from, size_t room)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies(copy, to, from, room, RDL_PC);
    return REAL(__strcpy_chk)(to, from, room);
}

CALL(char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies(copy, to, from, room, RDL_PC);
    return REAL(__stpcpy_chk)(to, from, room);
}

CALL(char *, __strncpy_chk, char *to, const char *from, size_t n, size_t room)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies_n(copy, to, from, n, room, RDL_PC);
    return REAL(__strncpy_chk)(to, from, n, room);
}

CALL(char *, __stpncpy_chk, char *to, const char *from, size_t n, size_t room)
{
    char copy[WRAP_TAKEN];

    from = wrap_copy_copies_n(copy, to, from, n, room, RDL_PC);
    return REAL(__stpncpy_chk)(to, from, n, room);
}

/* Without room it reports that and ends the process. */
CALL(char *, __strcat_chk, char *to, const char *from, size_t room)
{
    if (wrap_copy_appends(to, from, SIZE_MAX, room, RDL_PC) == NULL)
        return REAL(__strcat_chk)(to, from, room);
    return to;
}

CALL(char *, __strncat_chk, char *to, const char *from, size_t n, size_t room)
{
    if (wrap_copy_appends(to, from, n, room, RDL_PC) == NULL)
        return REAL(__strncat_chk)(to, from, n, room);
    return to;
}
