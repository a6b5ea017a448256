/* rewind_mappings.c - what an execution maps is gone in the next, however it
 * was mapped.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE 16384
#define PLACE ((char *)0x6a0000000000)
#define FAR ((char *)0x6b0000000000)

static int first;

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static char *map_at(char *place, int flags, int fd)
{
    char *got = mmap(place, SIZE, PROT_READ | PROT_WRITE,
                     flags | MAP_FIXED_NOREPLACE, fd, 0);

    assert(got == place);
    return got;
}

int main(void)
{
    int file = open("/proc/self/exe", O_RDONLY);
    char *anywhere, *raw;
    pthread_t a, b;

    map_at(PLACE, MAP_PRIVATE | MAP_ANONYMOUS, -1)[1] = 'p';
    map_at(PLACE + SIZE, MAP_SHARED | MAP_ANONYMOUS, -1)[1] = 's';
    map_at(PLACE + 2 * SIZE, MAP_PRIVATE, file)[1] = 'f';
    assert(shmat(shmget(IPC_PRIVATE, SIZE, 0600), FAR, 0) == FAR);
    assert(*FAR == 0);
    *FAR = 'v';
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    anywhere = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    raw = (char *)syscall(SYS_mmap, NULL, SIZE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(*anywhere == 0 && *raw == 0);
    *anywhere = *raw = 'x';
    if (first == 1) {
        assert(munmap(anywhere + SIZE, SIZE) == 0);
        assert(mprotect(PLACE, SIZE, PROT_NONE) == 0);
    } else {
        assert(munmap(PLACE, SIZE) == 0);
    }
    return 0;
}
