/* rewind_mremap_early.c - memory from before main is moved and grown: it is
 * writable where it is now, and where it was it comes back.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --track protect
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE ((size_t)1 << 20)

static char *moved, *grown;

__attribute__((constructor)) static void map(void)
{
    moved = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    grown = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(moved, 1, SIZE);
    memset(grown, 1, SIZE);
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t[2];
    char *a, *b;

    assert(moved[5000] == 1 && grown[5000] == 1);
    a = mremap(moved, SIZE, 4 * SIZE, MREMAP_MAYMOVE);
    assert(a != MAP_FAILED && a[5000] == 1);
    a[5000] = 2;
    b = (char *)syscall(SYS_mremap, grown, SIZE, 4 * SIZE, MREMAP_MAYMOVE);
    assert(b != MAP_FAILED && b[5000] == 1);
    b[5000] = 2;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, nothing, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
