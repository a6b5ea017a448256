/* writes.c - makes each system call that writes memory, with its buffers in
 * static memory that nothing has touched since main, and compares what is
 * written with the list of the runtime (src/runtime/syscalls/list.h) and with a
 * run without raddle.
 *
 * With WITH_LIST it prints a line for each case: its error and the words that
 * were written.  It fails if a call writes what the list does not name, or if a
 * call of the list has neither a case nor a reason.  Without, it fails if a
 * case differs from its line in the file `plain`.
 *
 * A case (cases.h) names its arguments twice: before main, when given() writes
 * what the kernel is to read, and in main, when nothing may be touched. */
#include "runtime/syscalls/buffers.h"
#include "runtime/syscalls/numbers.h"

#include "make.h"

/* --- The cases -------------------------------------------------------------
 */

#define CASE(call, variant, ...)                                               \
    static void call##_##variant(long *a)                                      \
    {                                                                          \
        __VA_ARGS__;                                                           \
        (void)a;                                                               \
    }
#define WHY(call, variant, reason)
#include "cases.h"
#undef CASE
#undef WHY

struct one {
    const char *call, *variant;
    long number;
    void (*arguments)(long *a);
    const char *reason; /* why there is no case */
};

#define CASE(call, variant, ...)                                               \
    { #call, #variant, SYS_##call, call##_##variant, NULL },
#define WHY(call, variant, reason)                                             \
    { #call, #variant, SYS_##call, NULL, reason },
static const struct one cases[] = {
#include "cases.h"
};
#define N_CASES (sizeof(cases) / sizeof(cases[0]))
_Static_assert(N_CASES <= MOST_CASES, "the area is too small");

static void arguments(size_t i, long a[6])
{
    memset(a, 0, 6 * sizeof(long));
    next = area[i];
    made = false;
    cases[i].arguments(a);
    if (next > area[i] + EACH)
        abort();
}

NOT_HOOKED __attribute__((constructor)) static void before_main(void)
{
    long a[6];

    early = true;
    for (size_t i = 0; i < sizeof(area) / sizeof(unsigned); i++)
        ((unsigned *)area)[i] = PATTERN;
    for (size_t i = 0; i < N_CASES; i++) {
        if (cases[i].reason == NULL)
            arguments(i, a);
    }
    early = false;
}

/* --- What was written ------------------------------------------------------
 */

/* In plain memory that the kernel is not asked to write: as before main. */
static unsigned before[EACH / sizeof(unsigned)];

static bool named(const char *at, const struct one *c, const long a[6]);

/* The words that are not as before the call: "page+offset..offset ". */
NOT_HOOKED static void describe(size_t i, const long a[6], char line[LINE],
                                bool checked)
{
    const unsigned *now = (const unsigned *)area[i];
    size_t n = EACH / sizeof(unsigned);
    int used;

    used = snprintf(line, LINE, "%s %s:", cases[i].call, cases[i].variant);
    if (result < 0)
        used += snprintf(line + used, (size_t)(LINE - used), " %s",
                         strerrorname_np(errno));
    for (size_t k = 0; k < n; k++) {
        size_t first = k;

        while (k < n && now[k] != before[k]) {
            for (int b = 0; checked && b < 4; b++) {
                const char *at = (const char *)&now[k] + b;

                if (((const char *)&before[k])[b] != *at &&
                    !named(at, &cases[i], a)) {
                    printf("%s %s writes byte %zu, which list.h does not "
                           "name\n",
                           cases[i].call, cases[i].variant,
                           (size_t)(at - area[i]));
                    exit(1);
                }
            }
            k++;
        }
        if (k > first && used < LINE - 20)
            used += snprintf(line + used, (size_t)(LINE - used), " %zu-%zu",
                             first * 4, k * 4);
    }
}

NOT_HOOKED static void make(size_t i, char line[LINE], bool checked)
{
    const struct one *c = &cases[i];
    long a[6];

    memcpy(before, area[i], EACH);
    errno = 0;
    arguments(i, a);
    if (!made)
        result = syscall(c->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    describe(i, a, line, checked && !made);
}

#ifdef WITH_LIST
static const char *asked;
static bool found;

static void buffer(void *start, size_t size, enum rdl_buffer_use use)
{
    if (use != RDL_BUFFER_READ && use != RDL_BUFFER_TEXT &&
        asked >= (char *)start && asked < (char *)start + size)
        found = true;
}

static bool named(const char *at, const struct one *c, const long a[6])
{
    asked = at;
    found = false;
    return rdl_buffers_each(c->number, a, buffer) == RDL_BUFFERS_ANYWHERE ||
           found;
}

static bool has_case(const char *call, const char *variant)
{
    for (size_t i = 0; i < N_CASES; i++) {
        if (strcmp(cases[i].call, call) == 0 &&
            (variant == NULL || strcmp(cases[i].variant, variant) == 0))
            return true;
    }
    return false;
}

/* A column of buffers: WORD(...) WORD(...) */
static bool only_reads(const char *buffers)
{
    static const char *const reads[] = { "NOTHING", "READS(", "DRAINS(",
                                         "COUNTS(", "IN(",    "BYTES_IN(",
                                         "TEXT(" };

    while (*buffers != '\0') {
        size_t i = 0;
        int depth = 0;

        while (i < sizeof(reads) / sizeof(reads[0]) &&
               strncmp(buffers, reads[i], strlen(reads[i])) != 0)
            i++;
        if (i == sizeof(reads) / sizeof(reads[0]))
            return false;
        for (; *buffers != '\0' && (depth > 0 || *buffers != ' '); buffers++)
            depth += (*buffers == '(') - (*buffers == ')');
        buffers += *buffers == ' ';
    }
    return true;
}

static int forgotten(void)
{
    int n = 0;

#define SYSCALL(name, handler, buffers, effect, step)                          \
    if (!only_reads(#buffers) && !has_case(#name, NULL)) {                     \
        printf("%s has no case: %s\n", #name, #buffers);                       \
        n++;                                                                   \
    }
#include "runtime/syscalls/list.h"
#define COMMAND(name, command, buffers)                                        \
    if (!only_reads(#buffers) && !has_case(#name, #command)) {                 \
        printf("%s %s has no case: %s\n", #name, #command, #buffers);          \
        n++;                                                                   \
    }
#include "runtime/syscalls/commands.h"
    return n;
}

int main(void)
{
    char line[LINE];

    if (forgotten() > 0)
        return 1;
    for (size_t i = 0; i < N_CASES; i++) {
        if (cases[i].reason != NULL)
            continue;
        make(i, line, true);
        printf("%s\n", line);
    }
    return 0;
}
#else
static bool named(const char *at, const struct one *c, const long a[6])
{
    (void)at;
    (void)c;
    (void)a;
    return true;
}

static char expected[MOST_CASES * LINE];

__attribute__((constructor)) static void read_expected(void)
{
    FILE *f = fopen("plain", "r");

    expected[f != NULL ? fread(expected, 1, sizeof(expected) - 1, f) : 0] = 0;
    if (f != NULL)
        fclose(f);
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    char *rest = expected, line[LINE], *plain;
    int differ = 0;

    for (size_t i = 0; i < N_CASES; i++) {
        if (cases[i].reason != NULL)
            continue;
        plain = strsep(&rest, "\n");
        make(i, line, false);
        if (plain != NULL && strcmp(line, plain) == 0)
            continue;
        dprintf(2, "plain:  %s\nraddle: %s\n", plain != NULL ? plain : "",
                line);
        differ++;
    }
    if (differ > 0)
        abort();
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    return 0;
}
#endif
