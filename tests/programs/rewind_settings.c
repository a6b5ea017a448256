/* rewind_settings.c - working directory, umask, limits, niceness and what
 * prctl sets are as at main.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct stat place;
static struct rlimit files, stack;
static mode_t mask;
static int niceness, first, dumps;

__attribute__((constructor)) static void before_main(void)
{
    stat(".", &place);
    getrlimit(RLIMIT_NOFILE, &files);
    getrlimit(RLIMIT_STACK, &stack);
    mask = umask(0);
    umask(mask);
    niceness = getpriority(PRIO_PROCESS, 0);
    dumps = prctl(PR_GET_DUMPABLE);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

/* They differ from machine to machine: not part of the event hash. */
__attribute__((no_sanitize("thread"))) static void check(void)
{
    struct rlimit limit;
    struct stat st;
    mode_t now;

    stat(".", &st);
    assert(st.st_ino == place.st_ino && st.st_dev == place.st_dev);
    getrlimit(RLIMIT_NOFILE, &limit);
    assert(limit.rlim_cur == files.rlim_cur);
    getrlimit(RLIMIT_STACK, &limit);
    assert(limit.rlim_cur == stack.rlim_cur);
    now = umask(077);
    assert(now == mask);
    assert(getpriority(PRIO_PROCESS, 0) == niceness);
    assert(prctl(PR_GET_DUMPABLE) == dumps);
    assert((personality(0xffffffff) & SHORT_INODE) == 0);
}

int main(void)
{
    struct rlimit limit = { .rlim_cur = 64, .rlim_max = files.rlim_max };
    pthread_t a, b;

    check();
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 1)
        assert(chdir("/") == 0);
    else
        assert(fchdir(open("/dev", O_RDONLY)) == 0);
    assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit = stack;
    limit.rlim_cur = 1 << 20;
    assert(setrlimit(RLIMIT_STACK, &limit) == 0);
    assert(prctl(PR_SET_DUMPABLE, 0) == 0);
    personality((unsigned)personality(0xffffffff) | SHORT_INODE);
    if (geteuid() == 0) /* who else could take it back? */
        assert(nice(1) == niceness + 1);
    return 0;
}
