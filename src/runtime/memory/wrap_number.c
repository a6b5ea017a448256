/* wrap_number.c - functions that convert a string to a number, called by
 * instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a number may begin with or go on with, besides digits. */
struct form {
    bool prefix;   /* 0x */
    bool floating; /* a point, an exponent, inf, nan */
};

/* The number of bytes in which s is the same as the word, in any case. */
static size_t wrap_number_word(const char *s, const char *word)
{
    size_t n = 0;

    while (word[n] != '\0' && (s[n] | 32) == word[n])
        n++;
    return n;
}

/* How far the function looks, which did not find a number in s. */
static const char *wrap_number_none(const char *s, struct form form)
{
    if (!form.floating)
        return s;
    s += *s == '.';
    s += wrap_number_word(s, "infinity");
    return s + wrap_number_word(s, "nan");
}

/* How far it looks behind a number, which ends at `end`.  `first` is the
 * number's first digit. */
static const char *wrap_number_behind(const char *first, const char *end,
                                      struct form form)
{
    const char c = *end | 32, last = end[-1] | 32;

    if (form.prefix && c == 'x' && last == '0' && end == first + 1)
        return end + 1 + (form.floating && end[1] == '.');
    if (!form.floating)
        return end;
    if (c == 'e' || c == 'p')
        return end + 1 + (end[1] == '+' || end[1] == '-');
    if (last == 'f')
        return end + wrap_number_word(end, "inity");
    if (last == 'n' && c == '(')
        return end + 1 +
               strspn(end + 1, "0123456789_abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return end;
}

/* How many bytes are read.  stop: where the number ends, or s, or NULL if
 * nothing was read. */
static size_t wrap_number_size(const char *s, const char *stop,
                               struct form form)
{
    const char *first = s;

    if (stop == NULL)
        return 0;
    first += strspn(first, " \t\n\v\f\r");
    first += *first == '+' || *first == '-';
    stop = stop == s ? wrap_number_none(first, form)
                     : wrap_number_behind(first, stop, form);
    return (size_t)(stop - s) + 1;
}

/* `call` sets `stop`, and errno perhaps. */
#define SIZE(form, call)                                                       \
    ((void)call, errno = error, wrap_number_size(s, stop, form))

#define SCAN(form, call)                                                       \
    char *stop = NULL;                                                         \
    const int error = errno;                                                   \
                                                                               \
    SCANS(s, SIZE(form, call), RDL_PC)

#define NUMBER(name, form, ...)                                                \
    {                                                                          \
        SCAN(form, REAL(name)(s, &stop __VA_ARGS__));                          \
        if (end != NULL && stop != NULL) {                                     \
            writes(end, sizeof(*end), RDL_PC);                                 \
            RESCANS(s, SIZE(form, REAL(name)(s, &stop __VA_ARGS__)), RDL_PC);  \
        }                                                                      \
        return REAL(name)(s, end __VA_ARGS__);                                 \
    }

#define INTEGER ((struct form){ .prefix = base == 0 || base == 16 })
#define DECIMAL ((struct form){ .prefix = false })
#define FLOATING ((struct form){ .prefix = true, .floating = true })

CALL(long, strtol, const char *s, char **end, int base)
NUMBER(strtol, INTEGER, , base)

CALL(unsigned long, strtoul, const char *s, char **end, int base)
NUMBER(strtoul, INTEGER, , base)

CALL(long long, strtoll, const char *s, char **end, int base)
NUMBER(strtoll, INTEGER, , base)

CALL(unsigned long long, strtoull, const char *s, char **end, int base)
NUMBER(strtoull, INTEGER, , base)

CALL(double, strtod, const char *s, char **end)
NUMBER(strtod, FLOATING)

CALL(float, strtof, const char *s, char **end)
NUMBER(strtof, FLOATING)

#define WHOLE(type, name)                                                      \
    CALL(type, name, const char *s)                                            \
    {                                                                          \
        SCAN(DECIMAL, REAL(strtol)(s, &stop, 10));                             \
        return REAL(name)(s);                                                  \
    }

WHOLE(int, atoi)
WHOLE(long, atol)
WHOLE(long long, atoll)

CALL(double, atof, const char *s)
{
    SCAN(FLOATING, REAL(strtod)(s, &stop));
    return REAL(atof)(s);
}
