/* rewind_protections.c - mappings and pages of the program's own data have the
 * permissions that they had at main; a reservation has nothing in it.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define SIZE (4 * PAGE)
#define PLACE ((char *)0x6a0000000000)
#define RESERVED ((char *)0x6b0000000000)

static char own[SIZE] __attribute__((aligned(PAGE)));
static int first;

__attribute__((constructor)) static void before_main(void)
{
    mmap(PLACE, SIZE, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    mmap(RESERVED, SIZE, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static void can_write(char *place)
{
    for (int i = 0; i < SIZE; i += PAGE) {
        assert(place[i] == 0);
        place[i] = 'w';
    }
}

int main(void)
{
    pthread_t a, b;

    can_write(PLACE);
    can_write(own);
    assert(access(RESERVED, F_OK) == -1 && errno == EFAULT);
    /* This call fails before it looks at the name, and raddle must not either. */
    assert(unlinkat(AT_FDCWD, RESERVED, ~0) == -1 && errno == EINVAL);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(mprotect(RESERVED, SIZE, PROT_READ | PROT_WRITE) == 0);
    can_write(RESERVED);
    if (first == 1) {
        assert(mprotect(PLACE, 2 * PAGE, PROT_READ) == 0);
        assert(mprotect(own + PAGE, PAGE, PROT_NONE) == 0);
    } else {
        assert(mprotect(PLACE + PAGE, PAGE, PROT_NONE) == 0);
        assert(mprotect(own, SIZE, PROT_READ) == 0);
    }
    return 0;
}
