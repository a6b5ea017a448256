# Calls of the C library whose effects are easily missed: raddle prove finds the
# failing order, or does not say "complete".
. "$(dirname "$0")/common.inc"
cat >calls.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static pthread_t made;
static void *result;
static sem_t sem;
static struct timespec now, nap = { 1L << 32, 0 };
static struct { long word; } unset;
static sigset_t set;
static cpu_set_t cpus;
static pthread_key_t key = 77;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static char words[] = "a b", list[] = "a b c", path[] = "/dev/null", cell = 5;
static int zero, state = 5;
static void *nothing(void *p) { return p; }
static int makes(pthread_t *t, void **value)
{
    return pthread_create(t, 0, nothing, &cell) + pthread_join(*t, value);
}
static int waits(void)
{
    int e;
    pthread_mutex_lock(&lock);
    e = pthread_cond_timedwait(&cond, &lock, &nap);
    pthread_mutex_unlock(&lock);
    return e == EINVAL;
}
static sigset_t wanted;
static siginfo_t info;
static int takes(sigset_t *from, int *signo, siginfo_t *about)
{
    int one;
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &both, 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    if (about != NULL)
        return sigwaitinfo(from ? from : &both, about);
    sigwait(from ? from : &both, signo ? signo : &one);
    return one;
}
static int named(char *name)
{
    char now[16];
    if (name != NULL)
        pthread_setname_np(pthread_self(), name);
    pthread_getname_np(pthread_self(), now, sizeof(now));
    return strnlen(now, 16) < 16 ? now[0] : -1;
}
static int ran;
static void runs(void) { ran = 1; }
static void comes_first(void) { assert(!ran); }
static char s[8] = "1", *heap, buffer[64];
static char e[8] = "1e+", x[8] = "0x", point[8] = "1.2", word[8] = " -ab";
static int count, fd, ends[2], is;
#define second_byte (*(volatile char *)&s[1])
/* The second call sees 0 (or nothing happens to it) if it comes first. */
#define CASES(C)                                                               \
    C(atoi, s[0] = '2', atoi(s) == 2)                                          \
    C(strtol, s[0] = '2', strtol(s, NULL, 10) == 2)                            \
    C(strtod, s[0] = '2', strtod(s, NULL) == 2)                                \
    C(exponent, e[3] = '1', strtod(e, NULL) == 10)                             \
    C(prefix, x[2] = '1', strtol(x, NULL, 0) == 1)                             \
    C(behind, point[2] = '1', atoi(point) != 1)                                \
    C(nothing, word[3] = '1', strtol(word, NULL, 10) != 0)                     \
    C(printf, s[0] = 0, printf("%3d%.7s\n", 1, s) == 4)                        \
    C(fprintf, s[0] = 0, fprintf(stderr, "%*d%5.2f%s\n", 3, 1, 2.0, s) == 9)   \
    C(counts, printf("abc%n\n", &count), count == 3)                           \
    C(puts, free(heap), puts(heap) < 0)                                        \
    C(fwrite, free(heap), fwrite(heap, 1, 3, stderr) != 3)                     \
    C(cloexec, fcntl(fd, F_SETFD, FD_CLOEXEC), fcntl(fd, F_GETFD) != 0)        \
    C(nonblock, fcntl(fd, F_SETFL, O_NONBLOCK),                                \
      (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0)                                  \
    C(close, close(fd), fcntl(fd, F_GETFD) < 0)                                \
    C(create, { pthread_t *t = &made; makes(t, 0); }, made != 0)               \
    C(join, { pthread_t t; makes(&t, &result); }, result != 0)                 \
    C(append, strcat(s, "4"),                                                  \
      (s[0] = 0, count = second_byte, count == 0 && second_byte == '4'))       \
    C(getvalue, sem_getvalue(&sem, &count), count == 1)                        \
    C(clock, clock_gettime(CLOCK_REALTIME, &now), now.tv_sec != 0)             \
    C(random, getrandom(&unset, 8, 0), unset.word != 0)                        \
    C(mask, pthread_sigmask(SIG_BLOCK, 0, &set), *(char *)&set == 0)           \
    C(cpus, sched_getaffinity(0, sizeof(cpus), &cpus), *(char *)&cpus != 0)    \
    C(sleep, nap.tv_nsec = -1, nanosleep(&nap, 0) != 0)                        \
    C(timed, nap.tv_nsec = -1, waits())                                        \
    C(token, strtok(words, " "), words[1] == 0)                                \
    C(tokens, strtok(0, " "), *strtok(0, " ") == 'c')                          \
    C(atexit, atexit(runs), atexit(comes_first))                               \
    C(key, pthread_key_create(&key, 0), key != 77)                             \
    C(state, pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state),           \
      state == PTHREAD_CANCEL_ENABLE)                                          \
    C(memalign, posix_memalign((void **)&heap, 16, 16), heap[0] != 'a')        \
    C(open, path[0] = 'x', open(path, O_RDONLY) < 0)                           \
    C(setname, s[0] = '2', named(s) == '2')                                    \
    C(prctl, s[0] = '2', (prctl(PR_SET_NAME, s), named(0) == '2'))             \
    C(getname, pthread_getname_np(pthread_self(), buffer, 16), buffer[0] != 0) \
    C(longname, memset(buffer, 'x', 40), named(buffer) == -1)                  \
    C(sigwait, takes(0, &count, 0), count == SIGUSR1)                          \
    C(siginfo, takes(0, 0, &info), info.si_signo == SIGUSR1)                   \
    C(wanted, sigaddset(&wanted, SIGUSR1), takes(&wanted, 0, 0) == SIGUSR1)    \
    C(read, read(zero, &cell, 1), cell == 0)                                   \
    C(system, syscall(SYS_getcpu, &state, 0), state == 9)                      \
    C(getopt, getopt(1, (char *[]){ path, 0 }, "a"), 0)                        \
    C(nice, setpriority(PRIO_PROCESS, 0, 17),                                  \
      getpriority(PRIO_PROCESS, 0) == 17)                                      \
    C(allocated, heap = malloc(10), mallinfo2().uordblks == 0)                 \
    C(copies, syscall(SYS_copy_file_range, file, 0, copy, 0, 1, 0),            \
      read(file, &cell, 1) < 0)                                                \
    C(size, write(file, "abc", 3), file_size() < 0)                            \
    C(status, 0, open("/proc/self/status", O_RDONLY) < 0)                      \
    C(dumpable, prctl(PR_SET_DUMPABLE, 0), prctl(PR_GET_DUMPABLE) == 0)        \
    C(setvbuf, setvbuf(stdout, buffer, _IOFBF, 64) + printf("abc"),            \
      buffer[0] == 'a')
static int file, copy;
static long file_size(void)
{
    struct stat st;
    return syscall(SYS_fstat, file, &st) == 0 ? st.st_size : -1;
}
static const char *const names[] = {
#define C(name, first, second) #name,
    CASES(C)
#undef C
};
static int what;
static void *first(void *p)
{
    switch (what) {
#define C(name, first, second)                                                 \
    case __COUNTER__:                                                          \
        first;                                                                 \
        break;
        CASES(C)
#undef C
    }
    return p;
}
enum { FIRST = __COUNTER__ };
static void *second(void *p)
{
    switch (what + FIRST + 1) {
#define C(name, first, second)                                                 \
    case __COUNTER__:                                                          \
        is = (second);                                                         \
        break;
        CASES(C)
#undef C
    }
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    volatile int *error = &errno; /* atoi() is pure, says its declaration */
    (void)argc;
    while (strcmp(names[what], argv[1]) != 0)
        what++;
    *error = 0;
    assert(atoi("1e999") == 1 && *error == 0);
    heap = strdup("abc");
    strtok(list, " ");
    sem_init(&sem, 0, 1);
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR2);
    memset(&set, 255, sizeof(set));
    zero = open("/dev/zero", O_RDONLY);
    pipe(ends);
    fd = ends[0];
    file = open(".", O_TMPFILE | O_RDWR, 0600);
    copy = open(".", O_TMPFILE | O_RDWR, 0600);
    pthread_create(&u, 0, second, 0);
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!is);
}
C
# Inlined, atoi() would be strtol().
"$RADDLE" cc -g -O1 -w -fno-inline -pthread calls.c -o calls
for name in atoi strtol strtod exponent prefix printf fprintf counts puts fwrite cloexec nonblock close \
    create join getvalue clock random mask cpus sleep timed token tokens atexit key state memalign open read append setname \
    prctl getname sigwait siginfo wanted; do
    expect 1 "$RADDLE" prove -q -k --fresh --no-shrink --json report ./calls $name
    case $name in
    puts) orders="(True, 4, 3)" ;; # what ends the process comes again
    fwrite) orders="(True, 5, 3)" ;; # and free() may come before the write
    append) orders="(True, 6, 1)" ;; # it looks for the end first or second
    *) orders="(True, 2, 1)" ;;
    esac
    equal "$name $(field report 'r["complete"], r["interleavings"], r["failed"]')" \
        "$name $orders"
done
for name in behind nothing; do # what is not read makes no order
    expect 0 "$RADDLE" prove -q --fresh --no-shrink --json report ./calls $name
    equal "$name $(field report 'r["complete"], r["interleavings"]')" \
        "$name (True, 1)"
done
# The name is of the moment when the call has found it short enough.
expect 0 "$RADDLE" test -q --fresh -n 100 --jobs 1 ./calls longname
unknown() { # NAME REASON PROGRAM...
    name=$1 reason=$2
    shift 2
    expect 3 "$RADDLE" prove -q --fresh --no-shrink --json report "$@"
    equal "$name $(field report 'r["complete"], [x["kind"] for x in r["incomplete_because"]]')" \
        "$name (False, ['$reason'])"
}
unknown nice operation ./calls nice
unknown allocated library-calls ./calls allocated
unknown copies library-calls ./calls copies
unknown size library-calls ./calls size
unknown dumpable operation ./calls dumpable
unknown status library-calls ./calls status
unknown setvbuf library-calls ./calls setvbuf
unknown system library-calls ./calls system
unknown getopt library-calls ./calls getopt

# The lock of a stream, which the C library takes unseen in other calls too.
cat >stream.c <<'C'
#include <pthread.h>
#include <stdio.h>
static void *run(void *p)
{
    flockfile(stderr);
    flockfile(stderr); /* it is recursive */
    funlockfile(stderr);
    funlockfile(stderr);
    return p;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, run, 0);
    pthread_create(&u, 0, run, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
C
"$RADDLE" cc -g -O1 -pthread stream.c -o stream
unknown stream operation ./stream

# Attributes that are not a local variable; a number that the C library keeps.
cat >attributes.c <<'C'
#include <pthread.h>
#ifdef SHARED
static pthread_attr_t shared;
#endif
static void *run(void *p) { return p; }
int main(void)
{
    pthread_t t;
    pthread_attr_t own, *a = &own;
#ifdef SHARED
    a = &shared;
#endif
#ifdef LEVEL
    pthread_setconcurrency(2);
#endif
    pthread_attr_init(a);
    pthread_attr_setstacksize(a, 1 << 20);
    pthread_create(&t, a, run, 0);
    pthread_join(t, 0);
    pthread_attr_destroy(a);
}
C
for how in -DOWN -DSHARED -DLEVEL; do
    "$RADDLE" cc -g -O1 $how -pthread attributes.c -o attributes$how
done
expect 0 "$RADDLE" prove -q --fresh ./attributes-DOWN
unknown shared unhooked ./attributes-DSHARED
unknown level library-calls ./attributes-DLEVEL
