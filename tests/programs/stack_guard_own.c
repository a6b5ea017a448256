/* stack_guard_own.c - a thread puts guard pages into its own stack; the next
 * execution has that stack whole.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096

static int mapped = 1, protected;

/* How far below its frame, and by which call. */
static void *guards(void *by)
{
    char here;
    const int how = *(int *)by;
    char *near = (char *)(((uintptr_t)&here - 2 * PAGE) & ~(PAGE - 1ul));
    char *far = (char *)(((uintptr_t)&here - 50 * PAGE) & ~(PAGE - 1ul));

    memset(far, 1, PAGE); /* it is whole */
    for (int i = 0; i < 2; i++) {
        char *at = i == 0 ? near : far;

        if (how)
            assert(mmap(at, PAGE, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                        0) == at);
        else
            assert(mprotect(at, PAGE, PROT_NONE) == 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, guards, &mapped);
    pthread_create(&t[1], NULL, guards, &protected);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
