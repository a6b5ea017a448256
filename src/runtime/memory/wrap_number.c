/* wrap_number.c - functions that convert a string to a number, called by
 * instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"

#include <stdlib.h>

void rdl_wrap_string_reads(const char *s, size_t n, uintptr_t pc);

/* Read is the number with one byte behind it, or if there is none the whole
 * string: what comes before a number may be blanks. */
static void wrap_number_reads(const char *s, const char *end, uintptr_t pc)
{
    rdl_wrap_string_reads(s, end != s ? (size_t)(end - s) + 1 : SIZE_MAX, pc);
}

#define NUMBER(type, name, ...)                                                \
    {                                                                          \
        char *stop = NULL;                                                     \
                                                                               \
        REAL(name)(s, &stop __VA_ARGS__);                                      \
        wrap_number_reads(s, stop, RDL_PC);                                    \
        if (end != NULL)                                                       \
            writes(end, sizeof(*end), RDL_PC);                                 \
        return REAL(name)(s, end __VA_ARGS__);                                 \
    }

CALL(long, strtol, const char *s, char **end, int base)
NUMBER(long, strtol, , base)

CALL(unsigned long, strtoul, const char *s, char **end, int base)
NUMBER(unsigned long, strtoul, , base)

CALL(long long, strtoll, const char *s, char **end, int base)
NUMBER(long long, strtoll, , base)

CALL(unsigned long long, strtoull, const char *s, char **end, int base)
NUMBER(unsigned long long, strtoull, , base)

CALL(double, strtod, const char *s, char **end)
NUMBER(double, strtod)

CALL(float, strtof, const char *s, char **end)
NUMBER(float, strtof)

#define WHOLE(type, name)                                                      \
    CALL(type, name, const char *s)                                            \
    {                                                                          \
        char *stop = NULL;                                                     \
                                                                               \
        REAL(strtod)(s, &stop);                                                \
        wrap_number_reads(s, stop, RDL_PC);                                    \
        return REAL(name)(s);                                                  \
    }

WHOLE(int, atoi)
WHOLE(long, atol)
WHOLE(long long, atoll)
WHOLE(double, atof)
