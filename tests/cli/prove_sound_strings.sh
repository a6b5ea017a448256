# Calls of the C library that read up to what they find.  How much that is
# changes while a thread waits for its turn; and what a call has read in one
# step, the C library reads again in the next.  raddle prove finds the outcome,
# whichever thread runs first.
. "$(dirname "$0")/common.inc"
cat >strings.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[16] = "1", other[16] = "2", own[16];
static int is;
static void appends(const char *s)
{
    if (strlen(text) < 9)
        strcat(text, s);
}
/* The reader, and what two other threads do.  The outcome comes only if
 * grows: the third comes before it, the second does not;
 * meets: it comes between the two writes of the second. */
#define grows text[2] = '3', text[1] = '2'
#define meets (other[0] = '1', text[0] = '3'), 0
#define shrinks (other[0] = 0, text[1] = '2'), 0
#define append (appends("b"), appends("b")), appends("c")
#define CASES(C)                                                               \
    C(strlen, strlen(text) == 2, grows)                                        \
    C(strnlen, strnlen(text, 9) == 2, grows)                                   \
    C(memchr, (char *)memchr(text, 0, 9) - text == 2, grows)                   \
    C(strchr, strchr(text, 0) - text == 2, grows)                              \
    C(strchrnul, strchrnul(text, 'x') - text == 2, grows)                      \
    C(strrchr, strrchr(text, 0) - text == 2, grows)                            \
    C(strspn, strspn(text, "123") == 2, grows)                                 \
    C(strcspn, strcspn(text, "x") == 2, grows)                                 \
    C(strcmp, strcmp(text, "12") == 0, grows)                                  \
    C(strncmp, strncmp(text, "12", 9) == 0, grows)                             \
    C(strcasecmp, strcasecmp(text, "12") == 0, grows)                          \
    C(strcpy, strcmp(strcpy(own, text), "12") == 0, grows)                     \
    C(strncpy, strcmp(strncpy(own, text, 9), "12") == 0, grows)                \
    C(strcat, strcmp(strcat(own, text), "12") == 0, grows)                     \
    C(strdup, strcmp(strdup(text), "12") == 0, grows)                          \
    C(atoi, atoi(text) == 12, grows)                                           \
    C(strtol, strtol(text, NULL, 10) == 12, grows)                             \
    C(strtod, strtod(text, NULL) == 12, grows)                                 \
    C(printf, printf("%s\n", text) == 3, grows)                                \
    C(setenv, (setenv("B", text, 1), strcmp(getenv("B"), "12") == 0), grows)   \
    C(strtok, (strtok(text, "x"), strlen(text) == 2), grows)                   \
    C(compares, strcmp(text, other) == 0, meets)                               \
    C(letters, strncasecmp(text, other, 9) == 0, meets)                        \
    C(bytes, memcmp(text, other, 9) == 0, meets)                               \
    C(finds, strstr(other, text) != NULL, meets)                               \
    C(spans, strspn(other, text) == 1, meets)                                  \
    C(without, strcspn(other, text) == 0, meets)                               \
    C(any, strpbrk(other, text) != NULL, meets)                                \
    C(within, memmem(other, 1, text, 1) != NULL, meets)                        \
    C(prints, printf("%s%s\n", text, other) == 2, shrinks)                     \
    C(append, (appends("a"), 0), append)
static const char *const names[] = {
#define C(name, ...) #name,
    CASES(C)
#undef C
};
static int which;
#define THREAD(function, act)                                                  \
    static void *function(void *p)                                             \
    {                                                                          \
        int at = 0;                                                            \
        CASES(act)                                                             \
        return p;                                                              \
    }
#define READ(name, outcome, ...)                                               \
    if (which == at++)                                                         \
        is = (outcome);
#define WRITE(name, outcome, writes) WRITE_(writes)
#define WRITE_(second, third)                                                  \
    if (which == at++)                                                         \
        (void)(second);
#define LAST(name, outcome, writes) LAST_(writes)
#define LAST_(second, third)                                                   \
    if (which == at++)                                                         \
        (void)(third);
THREAD(a, READ)
THREAD(b, WRITE)
THREAD(c, LAST)
int main(int argc, char **argv)
{
    static void *(*const threads[])(void *) = { a, b, c };
    pthread_t t[3];
    (void)argc;
    while (strcmp(names[which], argv[1]) != 0)
        which++;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, threads[argv[2][i] - 'a'], 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(argv[3] == NULL ? !is : strcmp(text, argv[3]) != 0);
}
C
"$RADDLE" cc -g -O1 -w -fno-builtin -pthread strings.c -o strings
fails() { # CASE ORDER [TEXT]
    expect 1 "$RADDLE" prove -q --fresh --no-shrink --metrics=none ./strings "$@"
}
for name in strlen strnlen memchr strchr strchrnul strrchr strspn strcspn strcmp strncmp strcasecmp \
    strcpy strncpy strcat strdup atoi strtol strtod printf setenv strtok; do
    for order in abc bac cba; do
        fails $name $order
    done
done
for name in compares letters bytes finds spans without any within prints; do
    for order in abc bac; do
        fails $name $order
    done
done
for text in 1abbc 1abcb 1acbb 1babc 1bacb 1bbac 1bbca 1bcab 1bcba 1cabb 1cbab 1cbba; do
    fails append abc $text
done

# Their number does not depend on which thread comes first: the reader before or
# behind each of the others.
for order in abc acb bac bca cab cba; do
    expect 1 "$RADDLE" prove -q -k --fresh --no-shrink --json report ./strings strlen $order
    equal "$order $(field report 'r["complete"], r["interleavings"], r["failed"], r["abandoned"]')" \
        "$order (True, 4, 1, 0)"
done
# Two jobs learn from each other how much is read.
expect 1 "$RADDLE" prove -q -k --jobs 2 --fresh --no-shrink --json report ./strings append abc 1bbca
two=$(field report 'r["complete"], r["interleavings"], r["failed"], r["abandoned"]')
expect 1 "$RADDLE" prove -q -k --fresh --no-shrink --json report ./strings append abc 1bbca
equal "$two" "$(field report 'r["complete"], r["interleavings"], r["failed"], r["abandoned"]')"
