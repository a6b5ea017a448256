/* rewind_shared_memory.c - memory that was mapped as shared before main, of
 * every kind that a process has for itself, is as it was then, whoever wrote
 * to it: a thread, or a child that the execution forked.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define SIZE (100 * PAGE) /* more than is copied without being tracked */
#define SHORT (PAGE + 100)

static struct {
    char *memory, *file, *segment, *anonymous, *of_children;
} at;
static int first;

static char *map(int flags, int fd)
{
    char *got = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd,
                     0);

    assert(got != MAP_FAILED);
    return got;
}

__attribute__((constructor)) static void before_main(void)
{
    char name[] = "/tmp/raddle-shared-XXXXXX";
    int memory = memfd_create("memory", 0), file = mkstemp(name);
    int segment = shmget(IPC_PRIVATE, SIZE, 0600);

    unlink(name);
    assert(ftruncate(memory, SIZE) == 0);
    assert(ftruncate(file, SHORT) == 0); /* shorter than its mapping */
    at.memory = map(0, memory);
    at.file = map(0, file);
    at.segment = shmat(segment, NULL, 0);
    shmctl(segment, IPC_RMID, NULL);
    at.anonymous = map(MAP_ANONYMOUS, -1);
    at.of_children = map(MAP_ANONYMOUS, -1);
    close(memory);
    close(file);
    memset(at.memory, 'e', PAGE);
    memset(at.file, 'e', PAGE);
    memset(at.segment, 'e', PAGE);
    memset(at.anonymous, 'e', PAGE);
    memset(at.of_children, 'e', PAGE);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static int as_before(const char *place)
{
    return place[0] == 'e' && place[PAGE - 1] == 'e' && place[PAGE] == 0;
}

static void change(char *place)
{
    place[0] = place[PAGE - 1] = place[PAGE] = 'x';
}

int main(void)
{
    pthread_t a, b;
    pid_t child;

    assert(as_before(at.memory));
    assert(as_before(at.file));
    assert(as_before(at.segment));
    assert(as_before(at.anonymous));
    assert(as_before(at.of_children));
    assert(at.anonymous[SIZE - 1] == 0 && at.of_children[SIZE - 1] == 0);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    change(at.memory);
    change(at.file);
    change(at.segment);
    change(at.anonymous);
    at.anonymous[SIZE - 1] = 1;
    mprotect(at.anonymous, PAGE, PROT_READ);
    child = fork();
    if (child == 0) {
        change(at.of_children);
        at.of_children[SIZE - 1] = 1;
        _exit(0);
    }
    assert(waitpid(child, NULL, 0) == child);
    return 0;
}
