/* memory_unwritten.c - copies of objects that were written only in part, as
 * ordinary C makes them: structs with an unused rest, lines in buffers that are
 * longer, padding.  In 45 variants, in main and in threads, after calls that
 * leave something on the stack.  What nobody wrote must be the same in every
 * execution: executions repeat, and the finding, a lost update, replays.
 * EXPECT: assertion at 109
 * EXECUTIONS: 50
 * CFLAGS: -O0; -O1; -O2 -fstack-protector-all
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/* One of each size: a struct of which only the first member is written, a
 * line that does not fill its buffer, padding at some depth of the stack. */
#define SIZES(X)                                                               \
    X(24) X(100) X(140) X(172) X(204) X(256) X(320) X(400) X(512)              \
    X(640) X(720) X(800) X(1024) X(1280) X(1600)

#define VARIANTS(n)                                                            \
    struct __attribute__((aligned(16))) message##n {                           \
        int op;                                                                \
        char rest[n];                                                          \
    };                                                                         \
    struct padded##n {                                                         \
        char c;                                                                \
        long l;                                                                \
        short s;                                                               \
    };                                                                         \
    static struct message##n messages##n[3];                                   \
    static _Alignas(16) char lines##n[3][(n + 15) / 16 * 16];                                              \
    static struct padded##n padding##n[3];                                     \
    static __attribute__((noinline)) void send##n(int who)                     \
    {                                                                          \
        struct message##n m;                                                   \
                                                                               \
        m.op = who;                                                            \
        messages##n[who] = m;                                                  \
    }                                                                          \
    static __attribute__((noinline)) void line##n(int who)                     \
    {                                                                          \
        char line[n];                                                          \
                                                                               \
        snprintf(line, sizeof(line), "line %d", who);                          \
        memcpy(lines##n[who], line, sizeof(line));                             \
    }                                                                          \
    static __attribute__((noinline)) void pad##n(int who)                      \
    {                                                                          \
        volatile char deep[n];                                                 \
        struct padded##n p;                                                    \
                                                                               \
        deep[0] = 0;                                                           \
        p.c = 'c';                                                             \
        p.l = who;                                                             \
        p.s = 1;                                                               \
        padding##n[who] = p;                                                   \
    }
SIZES(VARIANTS)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf jumps[3];
static ucontext_t contexts[3];
static int n;

static void all(int who)
{
    jmp_buf jump;
    ucontext_t context;

#define CALL(n)                                                                \
    send##n(who);                                                              \
    line##n(who);                                                              \
    pad##n(who);
    SIZES(CALL)
    if (setjmp(jump) == 0)
        memcpy(jumps[who], jump, sizeof(jump));
    memset(&context, 0, sizeof(context));
    getcontext(&context);
    memcpy(&contexts[who], &context, sizeof(context));
}

static void *work(void *who)
{
    pthread_mutex_lock(&mutex);
    printf("%s %f\n", "a thread", 0.5);
    pthread_mutex_unlock(&mutex);
    free(malloc(100));
    all(*(int *)who);
    n++;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    int who[] = { 1, 2 };

    all(0);
    printf("main %d %f\n", 1, 2.5);
    all(0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &who[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(n == 2);
}
