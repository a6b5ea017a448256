/* rewind_failed_calls.c - calls on memory that fail, and those that change
 * something else than permissions, leave it as writable as it was.
 * EXPECT: clean
 * EXECUTIONS: 300
 * OPTIONS: --track=protect
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#define PAGE 4096
#define BOTH (PROT_READ | PROT_WRITE)
#define MAP (MAP_PRIVATE | MAP_ANONYMOUS)
/* Two pages each, between unmapped ones. */
#define PLACE ((char *)0x6a0000000000)
#define LATER ((char *)0x6b0000000000)

/* A write to a page opens it: each of the calls has two to itself. */
static char own[32 * PAGE] __attribute__((aligned(PAGE)));
static char *next;
static sigjmp_buf back;
static int first;

__attribute__((constructor)) static void before_main(void)
{
    mmap(PLACE, 2 * PAGE, BOTH, MAP | MAP_FIXED_NOREPLACE, -1, 0);
    mmap(LATER, 2 * PAGE, BOTH, MAP | MAP_FIXED_NOREPLACE, -1, 0);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static void can_write(char *pages)
{
    assert(pages[16] == 0 && pages[PAGE + 16] == 0);
    pages[16] = pages[PAGE + 16] = 'w';
}

static void caught(int signo)
{
    siglongjmp(back, signo);
}

static void cannot_write(char *page)
{
    signal(SIGSEGV, caught);
    if (sigsetjmp(back, 1) == 0) {
        page[16] = 'w';
        assert(!"it is read-only");
    }
    signal(SIGSEGV, SIG_DFL);
}

static char *here(void)
{
    if (next != NULL)
        can_write(next);
    next = next == NULL ? own : next + 2 * PAGE;
    assert(next < own + sizeof(own));
    return next;
}

static void fail(void)
{
    assert(mprotect(here() + 16, PAGE, BOTH) == -1 && errno == EINVAL);
    assert(mprotect(here() + 16, PAGE, PROT_READ) == -1 && errno == EINVAL);
    assert(mprotect(here(), PAGE, 0xff00) == -1 && errno == EINVAL);
    assert(munmap(here() + 16, PAGE) == -1 && errno == EINVAL);
    assert(munmap(here(), 0) == -1 && errno == EINVAL);
    assert(mmap(here() + 16, PAGE, BOTH, MAP | MAP_FIXED, -1, 0) == MAP_FAILED);
    assert(errno == EINVAL);
    assert(mmap(here(), PAGE, BOTH, MAP_PRIVATE | MAP_FIXED, -1, 0) ==
           MAP_FAILED);
    assert(errno == EBADF);
    assert(mremap(here() + 16, PAGE, PAGE, 0) == MAP_FAILED && errno == EINVAL);
    assert(mremap(here(), PAGE, 2 * PAGE, 0) == MAP_FAILED && errno == ENOMEM);
    assert(madvise(here() + 16, PAGE, MADV_DONTNEED) == -1 && errno == EINVAL);
    assert(madvise(here() + 16, PAGE, MADV_DONTFORK) == -1 && errno == EINVAL);
    assert(madvise(here(), PAGE, MADV_DONTFORK) == 0);
    here();
}

/* Behind the pages that it changes. */
static void fail_late(void)
{
    assert(LATER[16] == 0);
    LATER[16] = 'w'; /* the other one is left to the tracker */
    assert(mprotect(LATER, 3 * PAGE, PROT_READ) == -1 && errno == ENOMEM);
    cannot_write(LATER);
    cannot_write(LATER + PAGE);
}

int main(void)
{
    pthread_t a, b;

    fail();
    assert(mprotect(PLACE - PAGE, 3 * PAGE, PROT_READ) == -1);
    assert(errno == ENOMEM);
    can_write(PLACE);
    fail_late();
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
