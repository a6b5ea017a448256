/* wrap_string.c - functions that only read strings, called by instrumented
 * code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/control.h"
#include "runtime/core/interceptor.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/memory.h"

RDL_ASIDE void wrap_string_read(const char *s, size_t n, uintptr_t pc)
{
    size_t size;

    if ((!rdl_controlled() && likely(!rdl_runs_free)) || n == 0)
        return;
    size = string_size(s, n);
    if (unlikely(!rdl_controlled())) {
        rdl_memory_free(RDL_OP_READ, s, size, pc);
        return;
    }
    if (scans_count())
        rdl_exploring_scans(s, size, pc);
    rdl_memory_point(RDL_OP_READ, s, size, pc, 0);
    size = string_size(s, n);
    if (scans_count())
        rdl_exploring_scans(s, size, pc);
    rdl_heap_check(s, size, /*writes=*/false, pc);
    rdl_value(rdl_memory_value(s, size));
}
RDL_ASIDE_CALL(rdl_wrap_string_reads, wrap_string_read);

static bool wrap_string_equal(unsigned char a, unsigned char b)
{
    return a == b;
}

static unsigned char wrap_string_lower(unsigned char c)
{
    return c >= 'A' && c <= 'Z' ? (unsigned char)(c - 'A' + 'a') : c;
}

/* ASCII only: in a locale with more letters the range ends too early, which
 * does no harm. */
static bool wrap_string_equal_letters(unsigned char a, unsigned char b)
{
    return wrap_string_lower(a) == wrap_string_lower(b);
}

/* How many bytes of each are read, up to the first difference. */
static size_t wrap_string_common(const char *a, const char *b, size_t n,
                                 bool (*same)(unsigned char, unsigned char))
{
    size_t i = 0;

    while (i + 1 < n && a[i] != '\0' &&
           same((unsigned char)a[i], (unsigned char)b[i]))
        i++;
    return i + 1;
}

static void wrap_string_reads_both(const char *a, const char *b, size_t n,
                                   bool (*same)(unsigned char, unsigned char),
                                   uintptr_t pc)
{
    if ((!rdl_controlled() && likely(!rdl_runs_free)) || n == 0)
        return;
    SCANS(a, wrap_string_common(a, b, n, same), pc);
    SCANS(b, wrap_string_common(a, b, n, same), pc);
    RESCANS(a, wrap_string_common(a, b, n, same), pc);
}

CALL(size_t, strlen, const char *s)
{
    rdl_wrap_string_reads(s, SIZE_MAX, RDL_PC);
    return REAL(strlen)(s);
}

CALL(size_t, strnlen, const char *s, size_t n)
{
    rdl_wrap_string_reads(s, n, RDL_PC);
    return REAL(strnlen)(s, n);
}

CALL(int, strcmp, const char *a, const char *b)
{
    wrap_string_reads_both(a, b, SIZE_MAX, wrap_string_equal, RDL_PC);
    return REAL(strcmp)(a, b);
}

CALL(int, strncmp, const char *a, const char *b, size_t n)
{
    wrap_string_reads_both(a, b, n, wrap_string_equal, RDL_PC);
    return REAL(strncmp)(a, b, n);
}

CALL(int, strcasecmp, const char *a, const char *b)
{
    wrap_string_reads_both(a, b, SIZE_MAX, wrap_string_equal_letters, RDL_PC);
    return REAL(strcasecmp)(a, b);
}

CALL(int, strncasecmp, const char *a, const char *b, size_t n)
{
    wrap_string_reads_both(a, b, n, wrap_string_equal_letters, RDL_PC);
    return REAL(strncasecmp)(a, b, n);
}

CALL(char *, strchrnul, const char *s, int c)
{
    SCANS(s, (size_t)(REAL(strchrnul)(s, c) - s) + 1, RDL_PC);
    return REAL(strchrnul)(s, c);
}

CALL(char *, strchr, const char *s, int c)
{
    SCANS(s, (size_t)(REAL(strchrnul)(s, c) - s) + 1, RDL_PC);
    return REAL(strchr)(s, c);
}

CALL(char *, strrchr, const char *s, int c)
{
    rdl_wrap_string_reads(s, SIZE_MAX, RDL_PC);
    return REAL(strrchr)(s, c);
}

static size_t wrap_string_until(const char *in, const char *found,
                                const char *what)
{
    return found != NULL ? (size_t)(found - in) + strlen(what) : SIZE_MAX;
}

CALL(char *, strstr, const char *in, const char *what)
{
    rdl_wrap_string_reads(what, SIZE_MAX, RDL_PC);
    SCANS(in, wrap_string_until(in, REAL(strstr)(in, what), what), RDL_PC);
    RESCANS(what, SIZE_MAX, RDL_PC);
    return REAL(strstr)(in, what);
}

CALL(size_t, strspn, const char *s, const char *set)
{
    rdl_wrap_string_reads(set, SIZE_MAX, RDL_PC);
    SCANS(s, REAL(strspn)(s, set) + 1, RDL_PC);
    RESCANS(set, SIZE_MAX, RDL_PC);
    return REAL(strspn)(s, set);
}

CALL(size_t, strcspn, const char *s, const char *set)
{
    rdl_wrap_string_reads(set, SIZE_MAX, RDL_PC);
    SCANS(s, REAL(strcspn)(s, set) + 1, RDL_PC);
    RESCANS(set, SIZE_MAX, RDL_PC);
    return REAL(strcspn)(s, set);
}

CALL(char *, strpbrk, const char *s, const char *set)
{
    rdl_wrap_string_reads(set, SIZE_MAX, RDL_PC);
    SCANS(s, REAL(strcspn)(s, set) + 1, RDL_PC);
    RESCANS(set, SIZE_MAX, RDL_PC);
    return REAL(strpbrk)(s, set);
}

/* No other thread knows the copy yet. */

CALL(char *, strdup, const char *s)
{
    rdl_wrap_string_reads(s, SIZE_MAX, RDL_PC);
    return REAL(strdup)(s);
}

CALL(char *, strndup, const char *s, size_t n)
{
    rdl_wrap_string_reads(s, n, RDL_PC);
    return REAL(strndup)(s, n);
}
