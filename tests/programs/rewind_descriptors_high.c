/* rewind_descriptors_high.c - descriptors of the program among the numbers that
 * raddle takes for itself: one of before main is as it was, one that main made
 * is closed again.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define EARLY 800
#define KEPT 801
#define LATE 810
#define PLACE 100

static int first;

__attribute__((constructor)) static void before_main(void)
{
    int file = open("/proc/self/exe", O_RDONLY);

    assert(dup2(file, EARLY) == EARLY);
    assert(dup3(open("/proc/self/exe", O_RDONLY), KEPT, O_CLOEXEC) == KEPT);
    assert(lseek(EARLY, PLACE, SEEK_SET) == PLACE);
    close(file);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    char buffer[64];
    pthread_t a, b;

    assert(lseek(EARLY, 0, SEEK_CUR) == PLACE);
    assert(fcntl(KEPT, F_GETFD) == FD_CLOEXEC);
    assert(fcntl(LATE, F_GETFD) == -1 && errno == EBADF);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(read(EARLY, buffer, sizeof(buffer)) == sizeof(buffer));
    assert(dup2(EARLY, LATE) == LATE);
    assert(fcntl(LATE, F_GETFD) == 0);
    assert(close(EARLY) == 0);
    assert(close_range(KEPT, KEPT, 0) == 0);
    assert(fcntl(KEPT, F_GETFD) == -1);
    return 0;
}
