/* rewind_stack.c - the stacks, main's and the threads', hold nothing that the
 * execution before wrote there: what an uninitialised variable reads is the
 * same every time.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define MARK UINT64_C(0x5aa55aa55aa55aa5)
#define WORDS 8000 /* 64 KB, deeper than any library call goes */

static int met;
/* What is written enters the event hash: it must be equal every time. */
static volatile uint64_t seen;

/* How many there are; all words together are left in *sum. */
__attribute__((no_sanitize("thread"), noinline)) static int marks(uint64_t *sum)
{
    volatile uint64_t below[WORDS];
    int n = 0;

    /* Uninitialised, on purpose. */
    *sum = 0;
    for (int i = 0; i < WORDS; i++) {
        n += below[i] == MARK;
        *sum = *sum * 31 + below[i];
    }
    return n;
}

__attribute__((no_sanitize("thread"), noinline)) static void mark(void)
{
    volatile uint64_t below[WORDS];

    for (int i = 0; i < WORDS; i++)
        below[i] = MARK;
}

static void *thread(void *argument)
{
    uint64_t sum;

    assert(marks(&sum) == 0);
    seen = sum;
    met++;
    mark();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    uint64_t sum;

    assert(marks(&sum) == 0);
    seen = sum;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    mark();
    return 0;
}
