/* wrap_copy.c - functions that copy strings, called by instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"

static size_t wrap_copy_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Copies `from` with its NUL to `to`, at most `room` bytes. */
static void wrap_copy_copies(char *to, const char *from, size_t room,
                             uintptr_t pc)
{
    if (!rdl_controlled())
        return;
    reads(from, strlen(from) + 1, pc);
    writes(to, wrap_copy_least(strlen(from) + 1, room), pc);
}

/* Copies n bytes; reads `from` only up to its NUL. */
static void wrap_copy_copies_n(char *to, const char *from, size_t n,
                               size_t room, uintptr_t pc)
{
    if (!rdl_controlled())
        return;
    reads(from, wrap_copy_least(strnlen(from, n) + 1, n), pc);
    writes(to, wrap_copy_least(n, room), pc);
}

/* Appends up to n bytes and a NUL to the string in `to`. */
static void wrap_copy_appends(char *to, const char *from, size_t n, size_t room,
                              uintptr_t pc)
{
    size_t length, more;

    if (!rdl_controlled())
        return;
    reads(to, strlen(to) + 1, pc);
    more = strnlen(from, n);
    reads(from, more < n ? more + 1 : more, pc);
    length = strlen(to);
    more = strnlen(from, n);
    writes(to + length,
           wrap_copy_least(more + 1, room > length ? room - length : 0), pc);
}

CALL(char *, strcpy, char *to, const char *from)
{
    wrap_copy_copies(to, from, SIZE_MAX, RDL_PC);
    return REAL(strcpy)(to, from);
}

CALL(char *, stpcpy, char *to, const char *from)
{
    wrap_copy_copies(to, from, SIZE_MAX, RDL_PC);
    return REAL(stpcpy)(to, from);
}

CALL(char *, strncpy, char *to, const char *from, size_t n)
{
    wrap_copy_copies_n(to, from, n, SIZE_MAX, RDL_PC);
    return REAL(strncpy)(to, from, n);
}

CALL(char *, stpncpy, char *to, const char *from, size_t n)
{
    wrap_copy_copies_n(to, from, n, SIZE_MAX, RDL_PC);
    return REAL(stpncpy)(to, from, n);
}

CALL(char *, strcat, char *to, const char *from)
{
    wrap_copy_appends(to, from, SIZE_MAX, SIZE_MAX, RDL_PC);
    return REAL(strcat)(to, from);
}

CALL(char *, strncat, char *to, const char *from, size_t n)
{
    wrap_copy_appends(to, from, n, SIZE_MAX, RDL_PC);
    return REAL(strncat)(to, from, n);
}

CALL(char *, __strcpy_chk, char *to, const char *from, size_t room)
{
    wrap_copy_copies(to, from, room, RDL_PC);
    return REAL(__strcpy_chk)(to, from, room);
}

CALL(char *, __stpcpy_chk, char *to, const char *from, size_t room)
{
    wrap_copy_copies(to, from, room, RDL_PC);
    return REAL(__stpcpy_chk)(to, from, room);
}

CALL(char *, __strncpy_chk, char *to, const char *from, size_t n, size_t room)
{
    wrap_copy_copies_n(to, from, n, room, RDL_PC);
    return REAL(__strncpy_chk)(to, from, n, room);
}

CALL(char *, __stpncpy_chk, char *to, const char *from, size_t n, size_t room)
{
    wrap_copy_copies_n(to, from, n, room, RDL_PC);
    return REAL(__stpncpy_chk)(to, from, n, room);
}

CALL(char *, __strcat_chk, char *to, const char *from, size_t room)
{
    wrap_copy_appends(to, from, SIZE_MAX, room, RDL_PC);
    return REAL(__strcat_chk)(to, from, room);
}

CALL(char *, __strncat_chk, char *to, const char *from, size_t n, size_t room)
{
    wrap_copy_appends(to, from, n, room, RDL_PC);
    return REAL(__strncat_chk)(to, from, n, room);
}
