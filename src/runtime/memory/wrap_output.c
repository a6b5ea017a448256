/* wrap_output.c - functions that print, called by instrumented code: they read
 * the strings that they get. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/note.h"
#include "runtime/explore/exploring.h"

#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

/* Is it in a part of a module that nobody writes?  Most of what is printed is a
 * literal, and reading it is not a step. */
static bool wrap_output_is_literal(const void *p)
{
    struct dl_find_object found;
    const ElfW(Ehdr) * header;
    const ElfW(Phdr) * segment;

    if (_dl_find_object((void *)p, &found) != 0)
        return false;
    header = found.dlfo_map_start;
    segment = (const void *)((const char *)header + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) == 0 &&
            (uintptr_t)p - found.dlfo_link_map->l_addr - segment->p_vaddr <
                segment->p_memsz)
            return true;
    }
    return false;
}

static void wrap_output_string(const char *s, size_t n, uintptr_t pc)
{
    if (s != NULL && !wrap_output_is_literal(s))
        rdl_wrap_string_reads(s, n, pc);
}

#define MOST_TEXTS 8

/* The strings that a call has announced so far. */
struct texts {
    const char *s[MOST_TEXTS];
    size_t size[MOST_TEXTS];
    unsigned n;
};

/* Another string of the call.  All are printed in its last step. */
static void wrap_output_text(struct texts *texts, const char *s, size_t n,
                             uintptr_t pc)
{
    if (s == NULL || wrap_output_is_literal(s))
        return;
    rdl_wrap_string_reads(s, n, pc);
    if (likely(!rdl_exploring))
        return;
    for (unsigned i = 0; i < texts->n; i++)
        RESCANS(texts->s[i], texts->size[i], pc);
    if (texts->n == MOST_TEXTS) {
        rdl_call_touches_late(s, string_size(s, n), /*writes=*/false,
                              RDL_UNSEEN "printf of many strings", pc);
        return;
    }
    texts->s[texts->n] = s;
    texts->size[texts->n++] = n;
}

static void wrap_output_unseen(const char *text, uintptr_t pc)
{
    if (rdl_exploring)
        rdl_note(RDL_NOTE_LIBRARY_CALLS, text, pc);
}

/* --- Formats --------------------------------------------------------------
 *
 * The arguments are taken as printf(3) says, to find those of %s and %n. */

enum length { CHAR, SHORT, INT, LONG, LONG_DOUBLE };

static enum length wrap_output_length(const char **f)
{
    enum length length = INT;

    for (;; (*f)++) {
        switch (**f) {
        case 'h':
            length = length == SHORT ? CHAR : SHORT;
            break;
        case 'l': /* a long long has as many bits */
        case 'q':
        case 'j':
        case 'z':
        case 't':
            length = LONG;
            break;
        case 'L':
            length = LONG_DOUBLE;
            break;
        default:
            return length;
        }
    }
}

/* A width or a precision; -1 if there is none. */
static int wrap_output_digits(const char **f, va_list *args)
{
    int n = 0;

    if (**f == '*') {
        (*f)++;
        return va_arg(*args, int);
    }
    if (**f < '0' || **f > '9')
        return -1;
    for (; **f >= '0' && **f <= '9' && n < 100000000; (*f)++)
        n = 10 * n + (**f - '0');
    return n;
}

static void wrap_output_conversion(char c, enum length length, int precision,
                                   va_list *args, struct texts *texts,
                                   uintptr_t pc)
{
    static const unsigned char sizes[] = { 1, 2, 4, 8, 8 };
    const void *pointer;

    switch (c) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (length == LONG_DOUBLE)
            (void)va_arg(*args, long double);
        else
            (void)va_arg(*args, double);
        break;
    case 's':
    case 'S':
        pointer = va_arg(*args, const void *);
        if (c == 'S' || length == LONG)
            wrap_output_unseen(RDL_UNSEEN "printf of wide characters", pc);
        else
            wrap_output_text(texts, pointer,
                             precision >= 0 ? (size_t)precision : SIZE_MAX, pc);
        break;
    case 'n':
        pointer = va_arg(*args, const void *);
        writes(pointer, sizes[length], pc);
        break;
    case 'p':
        (void)va_arg(*args, const void *);
        break;
    case '%':
    case 'm':
    case '\0':
        break;
    default: /* an integer or a character */
        if (length == LONG)
            (void)va_arg(*args, long);
        else
            (void)va_arg(*args, int);
    }
}

static void wrap_output_format(const char *f, va_list given, uintptr_t pc)
{
    struct texts texts = { .n = 0 };
    va_list args;

    if (!rdl_controlled() || f == NULL) /* warn(NULL) is allowed */
        return;
    wrap_output_text(&texts, f, SIZE_MAX, pc);
    va_copy(args, given);
    while ((f = strchr(f, '%')) != NULL) {
        enum length length;
        int precision = -1;

        f++;
        f += strspn(f, "-+ #0'I");
        wrap_output_digits(&f, &args);
        if (*f == '$') {
            wrap_output_unseen(RDL_UNSEEN "printf with %1$s", pc);
            break;
        }
        if (*f == '.') {
            f++;
            precision = wrap_output_digits(&f, &args);
            precision = precision < 0 && f[-1] == '.' ? 0 : precision;
        }
        length = wrap_output_length(&f);
        wrap_output_conversion(*f, length, precision, &args, &texts, pc);
        if (*f == '\0')
            break;
        f++;
    }
    va_end(args);
}

/* --- Functions ------------------------------------------------------------ */

CALL(int, vprintf, const char *format, va_list args)
{
    wrap_output_format(format, args, RDL_PC);
    return REAL(vprintf)(format, args);
}

CALL(int, vfprintf, FILE *file, const char *format, va_list args)
{
    wrap_output_format(format, args, RDL_PC);
    return REAL(vfprintf)(file, format, args);
}

CALL(int, vdprintf, int fd, const char *format, va_list args)
{
    wrap_output_format(format, args, RDL_PC);
    return REAL(vdprintf)(fd, format, args);
}

CALL(int, __vprintf_chk, int flag, const char *format, va_list args)
{
    wrap_output_format(format, args, RDL_PC);
    return REAL(__vprintf_chk)(flag, format, args);
}

CALL(int, __vfprintf_chk, FILE *file, int flag, const char *format,
     va_list args)
{
    wrap_output_format(format, args, RDL_PC);
    return REAL(__vfprintf_chk)(file, flag, format, args);
}

#define PRINTS(call)                                                           \
    {                                                                          \
        va_list args;                                                          \
        int n;                                                                 \
                                                                               \
        va_start(args, format);                                                \
        wrap_output_format(format, args, RDL_PC);                              \
        n = call;                                                              \
        va_end(args);                                                          \
        return n;                                                              \
    }

CALL(int, printf, const char *format, ...)
PRINTS(REAL(vprintf)(format, args))

CALL(int, fprintf, FILE *file, const char *format, ...)
PRINTS(REAL(vfprintf)(file, format, args))

CALL(int, dprintf, int fd, const char *format, ...)
PRINTS(REAL(vdprintf)(fd, format, args))

CALL(int, __printf_chk, int flag, const char *format, ...)
PRINTS(REAL(__vprintf_chk)(flag, format, args))

CALL(int, __fprintf_chk, FILE *file, int flag, const char *format, ...)
PRINTS(REAL(__vfprintf_chk)(file, flag, format, args))

RDL_REAL(void, vwarn, const char *, va_list);
RDL_REAL(void, vwarnx, const char *, va_list);
RDL_REAL(void, verr, int, const char *, va_list);
RDL_REAL(void, verrx, int, const char *, va_list);

#define WARNS(name)                                                            \
    CALL(void, name, const char *format, ...)                                  \
    {                                                                          \
        va_list args;                                                          \
                                                                               \
        va_start(args, format);                                                \
        wrap_output_format(format, args, RDL_PC);                              \
        REAL(v##name)(format, args);                                           \
        va_end(args);                                                          \
    }

WARNS(warn)
WARNS(warnx)

#define ENDS(name)                                                             \
    CALL(void, name, int status, const char *format, ...)                      \
    {                                                                          \
        va_list args;                                                          \
                                                                               \
        va_start(args, format);                                                \
        wrap_output_format(format, args, RDL_PC);                              \
        REAL(v##name)(status, format, args);                                   \
        va_end(args);                                                          \
    }

ENDS(err)
ENDS(errx)

CALL(int, puts, const char *s)
{
    wrap_output_string(s, SIZE_MAX, RDL_PC);
    return REAL(puts)(s);
}

CALL(int, fputs, const char *s, FILE *file)
{
    wrap_output_string(s, SIZE_MAX, RDL_PC);
    return REAL(fputs)(s, file);
}

CALL(void, perror, const char *s)
{
    wrap_output_string(s, SIZE_MAX, RDL_PC);
    REAL(perror)(s);
}

CALL(size_t, fwrite, const void *from, size_t size, size_t n, FILE *file)
{
    size_t all;

    if (!__builtin_mul_overflow(size, n, &all) && all > 0 &&
        !wrap_output_is_literal(from))
        reads(from, all, RDL_PC);
    return REAL(fwrite)(from, size, n, file);
}

/* The C library fills the buffer of the caller whenever it wants. */
static void wrap_output_buffer(const char *buffer, uintptr_t pc)
{
    if (buffer != NULL)
        wrap_output_unseen(RDL_UNSEEN "setvbuf", pc);
}

CALL(void, setbuf, FILE *file, char *buffer)
{
    wrap_output_buffer(buffer, RDL_PC);
    REAL(setbuf)(file, buffer);
}

CALL(int, setvbuf, FILE *file, char *buffer, int mode, size_t size)
{
    wrap_output_buffer(buffer, RDL_PC);
    return REAL(setvbuf)(file, buffer, mode, size);
}
