/* stdio_lock.c - a thread holds the lock of stdout and waits for another that
 * is held up by it: locks inside libc must not stop the engine.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int printing, printed;

static void *printer(void *unused)
{
    (void)unused;
    printing = 1;
    assert(printf("weft\n") == 5);
    printed = 1;
    return NULL;
}

int main(void)
{
    char line[64] = "";
    pthread_t a;
    int ends[2];

    assert(pipe(ends) == 0 && dup2(ends[1], 1) == 1);
    flockfile(stdout);
    pthread_create(&a, NULL, printer, NULL);
    while (!printing)
        sched_yield();
    for (int i = 0; i < 3; i++)
        sched_yield();
    assert(!printed);
    assert(ftrylockfile(stdout) == 0); /* recursive */
    funlockfile(stdout);
    fputs_unlocked("warp\n", stdout);
    funlockfile(stdout);
    pthread_join(a, NULL);
    assert(fflush(stdout) == 0);
    assert(read(ends[0], line, sizeof(line) - 1) == 10);
    assert(line[0] == 'w' && line[1] == 'a' && line[5] == 'w');
}
