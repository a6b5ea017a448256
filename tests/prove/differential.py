#!/usr/bin/env python3
"""Random programs with many kinds of operations: `raddle prove` against
`raddle test`.

    differential.py RADDLE WORK SEED PROGRAMS [--executions N] [--cc CC]
                    [--about WORDS]

Brute force needs a model of each operation; this does not.  A program ends with
an outcome from 0 to 31, a checksum of all that its threads share, and fails for
the outcomes in the set that it gets as its argument.  `raddle prove` finds one
outcome after the other, until it says "complete: none failed" of the set of all
others.  If `raddle test` reaches one of these, prove has lost an interleaving,
and this fails.  "Not complete" is always a right answer: the reasons are
counted, so that one sees how many programs were compared.
"""
import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

OUTCOMES = 32
COMPLETE, FOUND = 0, 1

HEAD = """\
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
struct pair { int a, b; };
struct large { int a[6]; };
struct bits { unsigned a : 3, b : 5; };
static int x, y, got[4];
static volatile int v;
static atomic_int n, m;
static char text[32] = "0", other[32] = "7";
static struct pair p, q;
static struct large l, k;
static struct bits f;
static long double wide;
static int *block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static sem_t sem;
static int ready;
static pthread_t born[3];
static void *result[3];
static sigset_t mask, usr;
static long word;
static struct timespec nap;
static char list[16] = "a b c d e";
static pthread_t thread[3];
static pthread_mutex_t gone = PTHREAD_MUTEX_INITIALIZER;
static int one[2], two[2], event, file;
static struct pair several[3], *lent;
static void *empty(void *p) { return p == NULL ? &born : p; }
static void first(void) { x += 5; }
static struct pair made(int a) { return (struct pair){ a, y }; }
static struct large grown(int a) { return (struct large){ { a, x, y, a } }; }
static int taken(struct large s) { return s.a[0] + s.a[3]; }
static void use(int *local) { *local += x; }
static void cleaned(void *cell) { *(int *)cell += 8; }
static void release(void *cell)
{
    *(int *)cell += 9;
    pthread_mutex_unlock(&lock);
}
static sem_t ended;
static pthread_key_t last;
static void ends(void *at) { sem_post(at); }
static void handles(int signo) { x += signo; }
static int awaits(int signo)
{
    sigset_t set;
    int got = 0;
    sigemptyset(&set);
    sigaddset(&set, signo);
    sigwait(&set, &got);
    return got;
}
static int taken_from(int fd)
{
    char c = 0;
    return (int)read(fd, &c, 1) + c;
}
"""

# Statements; ME is the thread's number.
STATEMENTS = """\
x = x * 2 + 1 + ME;
y = x + ME;
v = v * 3 + ME;
got[ME] += x;
if (x > 3) y += 2; else y -= 1;
atomic_fetch_add(&n, ME + 1);
atomic_store(&m, atomic_load(&n) + 1);
{ int e = 1; if (!atomic_compare_exchange_strong(&n, &e, 5)) got[ME] += e; }
if (!atomic_compare_exchange_strong(&n, &y, 5)) got[ME] += y;
got[ME] = atomic_exchange(&m, ME + 2);
pthread_mutex_lock(&lock); x += ME + 1; y = x; pthread_mutex_unlock(&lock);
pthread_mutex_lock(&lock); pthread_mutex_lock(&second); y++; pthread_mutex_unlock(&second); pthread_mutex_unlock(&lock);
if (pthread_mutex_trylock(&lock) == 0) { x ^= 3; pthread_mutex_unlock(&lock); } else got[ME]++;
pthread_rwlock_rdlock(&rw); got[ME] += y; pthread_rwlock_unlock(&rw);
pthread_rwlock_wrlock(&rw); y += 3; pthread_rwlock_unlock(&rw);
if (pthread_rwlock_tryrdlock(&rw) == 0) { got[ME] ^= x; pthread_rwlock_unlock(&rw); } else y++;
pthread_spin_lock(&spin); x += 2; pthread_spin_unlock(&spin);
pthread_once(&once, first);
sem_post(&sem);
if (sem_trywait(&sem) == 0) got[ME] += 2;
sem_getvalue(&sem, &got[ME]);
{ int s; sem_getvalue(&sem, &s); got[ME] += s; }
pthread_mutex_lock(&lock); ready = 1; pthread_cond_signal(&cond); pthread_mutex_unlock(&lock);
pthread_mutex_lock(&lock); if (!ready) got[ME] += 4; pthread_mutex_unlock(&lock);
memset(text, '1' + ME, 3);
memcpy(text, other, 8);
memmove(other, text, 6);
strcpy(text, ME ? "12" : "345");
strncpy(other, text, 5);
if (strlen(text) < 20) strcat(text, ME ? "4" : "5");
got[ME] = atoi(text);
got[ME] += (int)strtol(other, NULL, 10);
got[ME] += strcmp(text, other) > 0;
got[ME] += memcmp(text, other, 4) != 0;
got[ME] += (int)strlen(text);
got[ME] += strchr(text, '4') != NULL;
pthread_create(&born[ME], NULL, empty, NULL); pthread_join(born[ME], &result[ME]);
got[ME] += (born[(ME + 1) % 3] != 0) + 2 * (result[(ME + 1) % 3] != NULL);
pthread_sigmask(SIG_BLOCK, NULL, &mask);
got[ME] += ((char *)&mask)[0]; ((char *)&mask)[0] = ME + 1;
getrandom(&word, sizeof(word), 0); got[ME] += word != 0;
word = 0;
nap.tv_nsec = -1;
got[ME] += nanosleep(&nap, NULL) != 0; nap.tv_nsec = 0;
{ char *e = strtok(NULL, " "); got[ME] += e != NULL ? *e : 3; }
pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &x); y += x;
p = q;
q = (struct pair){ x, ME };
p = made(ME + 1);
l = k;
k = grown(ME + 1);
k.a[ME] += x;
got[ME] += taken(l);
got[ME] += p.a + p.b;
f.a++;
f.b += f.a + ME;
wide = wide * 2 + ME + 1;
got[ME] += (int)wide;
{ int local = ME; use(&local); got[ME] += local; }
pthread_mutex_lock(&lock); free(block); block = malloc(8); block[0] = ME; block[1] = x; pthread_mutex_unlock(&lock);
pthread_mutex_lock(&lock); block = realloc(block, 16 + 16 * ME); block[1] += 3; pthread_mutex_unlock(&lock);
pthread_mutex_lock(&lock); got[ME] += block[1]; pthread_mutex_unlock(&lock);
pthread_setspecific(key, &got[ME]); *(int *)pthread_getspecific(key) += x;
sched_yield();
usleep(ME * 10);
{ struct timespec t = { 0, x & 7 }; nanosleep(&t, NULL); }
for (int i = 0; i < 2; i++) x += i + ME;
{ int old = x; __atomic_fetch_or(&x, 4, __ATOMIC_SEQ_CST); got[ME] += old; }
{ char *e = strtok(ME ? text : other, "4"); got[ME] += e != NULL; }
setenv("WORD", text, 1);
{ const char *e = getenv("WORD"); got[ME] += e != NULL ? e[0] & 3 : 1; }
srand(ME + 1);
got[ME] += rand() & 3;
errno = ME; got[ME] += errno;
pthread_testcancel(); got[ME]++;
got[ME] += pthread_cancel(thread[(ME + 1) % THREADS]) != 0;
pthread_cancel(pthread_self()); got[ME] += 6;
pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL); got[ME] += 2;
pthread_cleanup_push(cleaned, &got[ME]); x++; pthread_testcancel(); y += x; pthread_cleanup_pop(0);
pthread_mutex_lock(&lock); pthread_cleanup_push(release, &got[ME]); if (!ready) pthread_cond_wait(&cond, &lock); pthread_cleanup_pop(1);
pthread_mutex_lock(&lock); ready = 1; pthread_cond_broadcast(&cond); pthread_mutex_unlock(&lock);
if (x > 3) { got[ME] += 7; pthread_exit(NULL); }
{ char c = (char)(ME + 2); got[ME] += (int)write(one[1], &c, 1); }
{ char c = (char)(ME + 5); got[ME] += (int)write(two[1], &c, 1); }
got[ME] += taken_from(one[0]);
got[ME] += taken_from(two[0]);
close(one[1]);
close(two[0]);
close(one[0]); got[ME] += one[0];
{ int fd = dup(one[0]); got[ME] += fd >= 0 ? taken_from(fd) : 3; close(fd); }
two[1] = dup(one[1]);
fcntl(one[0], F_SETFL, O_NONBLOCK);
got[ME] += (fcntl(one[0], F_GETFL) & O_NONBLOCK) != 0;
{ unsigned long e = (unsigned long)ME + 1; got[ME] += write(event, &e, 8) == 8; }
{ unsigned long e = 0; read(event, &e, 8); got[ME] += (int)e; }
fcntl(event, F_SETFL, O_NONBLOCK);
k = l; got[ME] += k.a[3];
q = p; got[ME] += p.b;
several[x & 1] = several[2];
several[2].b += x; got[ME] += several[1].b;
{ pthread_mutex_lock(&lock); struct pair own = { ME, x }; lent = &own; pthread_mutex_unlock(&lock); own.a += 2; got[ME] += own.b; pthread_mutex_lock(&lock); lent = NULL; got[ME] += own.a; pthread_mutex_unlock(&lock); }
{ pthread_mutex_lock(&lock); struct large all = { { ME, x } }; lent = (struct pair *)&all; pthread_mutex_unlock(&lock); got[ME] += taken(all); pthread_mutex_lock(&lock); lent = NULL; pthread_mutex_unlock(&lock); }
pthread_mutex_lock(&lock); if (lent != NULL) { lent->a += 3; lent->b = lent->a * 2; } pthread_mutex_unlock(&lock);
got[ME] += (int)(mallinfo2().uordblks & 15);
{ char c = 0; got[ME] += (int)read(file, &c, 1) + c; }
got[ME] += (int)sendfile(two[1], file, NULL, 1);
got[ME] += (int)splice(file, NULL, one[1], NULL, 1, 0);
lseek(file, ME, SEEK_SET);
{ struct stat st; fstat(file, &st); got[ME] += (int)st.st_size; }
got[ME] += pthread_kill(thread[(ME + 1) % THREADS], SIGRTMIN);
got[ME] += awaits(SIGRTMIN);
kill(getpid(), SIGRTMIN + 1); y += 3; /* process */
got[ME] += awaits(SIGRTMIN + 1); /* process */
if (y > 2) pthread_kill(thread[0], SIGRTMIN);
raise(SIGUSR1); got[ME] += 3; /* signal */
if (got[ME] > 3) raise(SIGUSR1);
pthread_sigmask(SIG_BLOCK, &usr, NULL); raise(SIGUSR1); got[ME] += x; /* signal */
pthread_sigmask(SIG_UNBLOCK, &usr, NULL); got[ME] += x; /* signal */
pthread_setname_np(thread[(ME + 1) % THREADS], ME ? "a" : "bcd"); /* signal */
{ char s[16]; pthread_getname_np(pthread_self(), s, sizeof(s)); got[ME] += (int)strlen(s); } /* signal */
""".splitlines()

WORDS = ("x y v n m text other p q l k f wide block lock second rw sem ready "
         "key strtok WORD born result mask word nap local rand "
         "cancel cond one two event fcntl pthread_exit setcancelstate "
         "several lent file SIGRTMIN process signal raise").split()

# What else a thread may be made and waited for with.
MAIN = """\
int main(int argc, char **argv)
{
    unsigned sum = 0;

    const unsigned long set = strtoul(argv[argc - 1], NULL, 10);

    strtok(list, " ");
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&sem, 0, 0);
    pthread_key_create(&key, NULL);
    block = calloc(4, sizeof(int));
    setenv("WORD", "1", 1);
    event = eventfd(EVENT);
    file = open(".", O_TMPFILE | O_RDWR, 0600);
    if (write(file, "qrs", 3) != 3 || lseek(file, 0, SEEK_SET) != 0)
        return 1;
    sigemptyset(&usr);
    sigaddset(&usr, SIGRTMIN);
    sigaddset(&usr, SIGRTMIN + 1);
    pthread_sigmask(SIG_BLOCK, &usr, NULL);
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    signal(SIGUSR1, handles);
    if (pipe(one) + pipe(two) + (int)write(one[1], "abcdefgh", HELD) +
            (int)write(two[1], "ijklmnop", HELD) != 2 * HELD)
        return 1;
    /* Somebody can always read: there is no SIGPIPE. */
    if (dup(one[0]) < 0 || dup(two[0]) < 0)
        return 1;
#ifdef WAITS_FOR_ALL
    sem_init(&ended, 0, 0);
    pthread_key_create(&last, ends);
    pthread_mutex_lock(&gone);
#endif
    for (long i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, threads[i], (void *)i);
#ifdef WAITS_FOR_ALL
    pthread_mutex_unlock(&gone);
#endif
    for (int i = 0; i < TO_PROCESS; i++)
        kill(getpid(), SIGRTMIN + 1);
    for (int i = 0; i < TO_EACH * THREADS; i++)
        pthread_kill(thread[i %% THREADS], SIGRTMIN);
#ifdef SIGNALS
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&lock);
#endif
#ifdef WAITS_FOR_ALL
    for (int i = 0; i < THREADS; i++)
        sem_wait(&ended);
#endif
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 4; i++)
        sum = sum * 31 + (unsigned)got[i];
    sum = sum * 7 + (unsigned)(x + 3 * y + 5 * v + 7 * n + 11 * m);
    sum = sum * 7 + (unsigned)(p.a + 3 * p.b + 5 * q.a + 7 * q.b);
    for (int i = 0; i < 6; i++)
        sum = sum * 5 + (unsigned)(l.a[i] + 3 * k.a[i]);
    for (int i = 0; i < 3; i++)
        sum = sum * 3 + (unsigned)several[i].b;
    for (int i = 0; i < 32; i++)
        sum = sum * 3 + (unsigned)(text[i] + 5 * other[i]);
    sum = sum * 3 + f.a + 3 * f.b + (unsigned)wide + (unsigned)block[1];
    sum ^= sum >> 16;
    sum ^= sum >> 8;
    sum = (sum ^ sum >> 5) %% %d;
    if ((set >> sum & 1) != 0)
        fprintf(stderr, "outcome %%u\\n", sum);
    assert((set >> sum & 1) == 0);
    return 0;
}
""" % OUTCOMES


def program(draw, words):
    """Its text: two or three threads with a few statements each."""
    threads = draw.choice((2, 2, 3))
    most = 4 if threads == 2 else 2
    # Few kinds in one program, most of them about one thing, so that its
    # threads meet.
    about = draw.choice(words)
    alike = [s for s in STATEMENTS if re.search(rf"\b{about}\b", s) and
             (about == "process") == ("process" in s)]
    # An execution with both signals to threads and signals to the process is not
    # explored.
    others = [s for s in STATEMENTS if not re.search("SIG|process", s)]
    kinds = draw.sample(alike, min(4, len(alike))) + draw.sample(others, 2)
    text = [HEAD, f"#define THREADS {threads}\n"]
    # Who cancels another thread needs its handle: main holds a lock until all
    # threads exist, and joins none before all have ended.
    begin = end = ""
    if any("thread[" in s for s in kinds):
        begin = ("    pthread_mutex_lock(&gone);\n"
                 "    pthread_mutex_unlock(&gone);\n"
                 "    pthread_setspecific(last, &ended);\n")
        end = "#define WAITS_FOR_ALL\n"
    # Nobody waits for ever.
    if any("cond_wait" in s for s in kinds):
        end += "#define SIGNALS\n"
    end += (f"#define HELD {draw.choice((1, 2, 2, 8))}\n"
            f"#define EVENT {draw.choice(('1, 0', '8, EFD_SEMAPHORE'))}\n")
    to_each = to_process = 0
    for i in range(threads):
        lines = draw.choices(kinds, k=draw.randint(1, most))
        to_each = max(to_each, sum("(SIGRTMIN)" in s for s in lines))
        to_process += sum("awaits(SIGRTMIN + 1)" in s for s in lines)
        text.append(f"static void *thread_{i}(void *argument)\n{{\n"
                    "    const int ME = (int)(long)argument;\n    (void)ME;\n" +
                    begin +
                    "".join(f"    {line}\n" for line in lines) +
                    "    return NULL;\n}\n")
    end += f"#define TO_EACH {to_each}\n#define TO_PROCESS {to_process}\n"
    names = ", ".join(f"thread_{i}" for i in range(threads))
    text.append(f"{end}static void *(*const threads[])(void *) = {{ {names} }};\n")
    return "\n".join(text) + MAIN


def status(command, cwd):
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True,
                            errors="replace")
    return result.returncode, result.stdout + result.stderr


def reasons(text):
    """The first of the reasons why it is not complete, without its place."""
    found = re.search(r"^(deadlock|livelock|lost wake-up)", text, re.M)
    if found is not None:
        return found[1]
    lines = text.splitlines()
    for line in lines:
        if "not complete because" in line:
            return re.sub(r" at \S+ .*", "", line)[8:90]
    return "other: " + " ".join(lines[:1])


def compare(raddle, place, binary, executions, tally):
    """What prove lost, as sentences."""
    left = 2 ** OUTCOMES - 1
    while True:
        proved, text = status([raddle, "prove", "--fresh", "--no-shrink",
                               "--metrics=none", "--jobs", "1", "-n", "20000",
                               "--out", "proved", binary, str(left)], place)
        outcome = re.search(r"^outcome (\d+)$", text, re.M)
        if proved != FOUND or outcome is None:
            break
        left &= ~(1 << int(outcome[1]))
    if proved != COMPLETE:
        tally[reasons(text)] += 1
        return []
    reached, text = status([raddle, "test", "-q", "--fresh", "--no-shrink",
                            "--jobs", "1", "--races=off",
                            "--time-passes=idle", "--no-spurious", "-n", str(executions),
                            "--out", "tested", binary, str(left)], place)
    tally[f"complete, {OUTCOMES - bin(left).count('1')} outcomes"] += 1
    if reached != COMPLETE:
        return [f"{place / binary} {left}: test fails, prove says complete"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("programs", type=int)
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--about", default=" ".join(WORDS),
                        help="what most statements of a program have in them")
    options = parser.parse_args()
    raddle = options.raddle.resolve()
    place = options.work.resolve()
    place.mkdir(parents=True, exist_ok=True)
    tally, lost = collections.Counter(), []
    for i in range(options.programs):
        draw = random.Random(f"{options.seed} {i}")
        name = f"p{options.seed}_{i}"
        (place / f"{name}.c").write_text(
            program(draw, options.about.split()))
        level = draw.choice(("-O0", "-O1", "-O2"))
        built, text = status([raddle, "cc", f"--cc={options.cc}", "-g", level,
                              "-pthread", f"{name}.c", "-o", name], place)
        if built != 0:
            raise SystemExit(f"{name}.c does not compile:\n{text}")
        more = compare(raddle, place, f"./{name}", options.executions, tally)
        print("\n".join(more), end="\n" if more else "", flush=True)
        lost += more
    for what, times in tally.most_common():
        print(f"{times:6} {what}")
    compared = sum(n for what, n in tally.items() if what.startswith("complete"))
    print(f"{options.programs} programs from seed {options.seed} with "
          f"{options.cc}, {compared} compared, {len(lost)} lost")
    return 1 if lost or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
