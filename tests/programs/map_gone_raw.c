/* map_gone_raw.c - memory goes away right after it was written, by calls that
 * are no scheduling points, as in dlclose.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *unmapped(void *unused)
{
    int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert(p != MAP_FAILED);
    *p = 1;
    assert(syscall(SYS_munmap, p, 4096) == 0);
    return unused;
}

static void *detached(void *unused)
{
    int id = shmget(IPC_PRIVATE, 4096, 0600);
    int *p = shmat(id, NULL, 0);

    assert(id >= 0 && p != (void *)-1);
    assert(shmctl(id, IPC_RMID, NULL) == 0);
    *p = 1;
    assert(shmdt(p) == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, unmapped, NULL);
    pthread_create(&b, NULL, detached, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
