/* free.c - ways to free what another thread has used.
 *
 * In each case one thread uses a block and another frees it, later: while a
 * thread can run no time passes (--time-passes=idle).  Only in late(),
 * late_realloc(), late_read() and late_load() does nothing order the two. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct block {
    long used;
    atomic_int count, weak;
    char rest[48];
};
struct both {
    struct block *block, *other;
    atomic_int flag, reader;
    volatile int seen;
    sem_t sem;
    pthread_t thread;
};

/* One case: `frees` is the second side. */
#define CASE(name) static void name(struct both *b, bool frees)
/* Time passes only when no thread can run. */
#define LATER() sleep(1)

static void use(struct block *k)
{
    k->used++;
}

CASE(late)
{
    if (!frees) {
        use(b->block);
        return;
    }
    LATER();
    free(b->block);
}

CASE(late_realloc)
{
    if (!frees) {
        use(b->block);
        return;
    }
    LATER();
    free(realloc(b->block, 4096));
}

/* A realloc that fails frees nothing. */
CASE(failed_realloc)
{
    volatile size_t too_much = SIZE_MAX / 2;

    if (!frees) {
        use(b->block);
        return;
    }
    LATER();
    if (realloc(b->block, too_much) != NULL)
        abort();
}

/* munmap frees all of a mapping, however large. */
#define MAPPED 65536
static struct {
    struct block *late, *posted;
} mapped;

CASE(late_munmap)
{
    if (!frees) {
        use(mapped.late + MAPPED / sizeof(struct block) - 1);
        return;
    }
    LATER();
    if (munmap(mapped.late, MAPPED) != 0)
        abort();
}

CASE(munmap_after_post)
{
    if (!frees) {
        use(mapped.posted);
        sem_post(&b->sem);
        return;
    }
    sem_wait(&b->sem);
    if (munmap(mapped.posted, MAPPED) != 0)
        abort();
}

/* An atomic access races with free, too. */
CASE(late_read)
{
    if (!frees) {
        if (atomic_load(&b->block->count) != 1)
            abort();
        return;
    }
    LATER();
    free(b->block);
}

/* That the freer has loaded what nobody wrote orders nothing. */
CASE(late_load)
{
    if (!frees) {
        use(b->block);
        return;
    }
    LATER();
    if (atomic_load(&b->block->weak) == 0)
        free(b->block);
}

CASE(count)
{
    if (frees)
        LATER();
    else
        use(b->block);
    if (atomic_fetch_sub_explicit(&b->block->count, 1, memory_order_acq_rel) ==
        0)
        free(b->block);
}

/* The last one sees the two counts at once. */
CASE(counts_at_once)
{
    union {
        _Atomic(unsigned long) both;
        atomic_int each[2];
    } *counts = (void *)&b->block->count;

    if (!frees) {
        use(b->block);
        atomic_fetch_add(&counts->each[1], 1);
        return;
    }
    LATER();
    if (atomic_load(&counts->both) == (1ul << 32 | 1))
        free(b->block);
}

CASE(semaphore)
{
    if (!frees) {
        use(b->block);
        sem_post(&b->sem);
        return;
    }
    sem_wait(&b->sem);
    free(b->block);
}

/* A handler uses it last.  It interrupts compare-exchanges, and what it does is
 * ordered all the same. */
static struct both *in_handler;
static void handler(int signo)
{
    (void)signo;
    use(in_handler->block);
    atomic_fetch_add(&in_handler->flag, 1);
}
CASE(handler_in_compare)
{
    if (!frees) {
        in_handler = b;
        signal(SIGUSR1, handler);
        b->thread = pthread_self();
        atomic_store(&b->reader, 1);
        while (atomic_load(&b->flag) == 0)
            atomic_compare_exchange_strong(&b->reader, &(int){ 2 }, 3);
        return;
    }
    while (!atomic_load(&b->reader))
        LATER();
    pthread_kill(b->thread, SIGUSR1);
    while (atomic_load(&b->flag) == 0)
        LATER();
    free(b->block);
}

/* A reader of RCU says when it reads. */
CASE(grace_period)
{
    if (!frees) {
        atomic_store(&b->reader, 1);
        use(b->block);
        atomic_store(&b->reader, 0);
        atomic_store(&b->flag, 1);
        return;
    }
    while (!atomic_load(&b->flag) || atomic_load(&b->reader))
        LATER();
    free(b->block);
}

CASE(hazard_pointer)
{
    static struct block *_Atomic current, *_Atomic hazard;

    if (!frees) {
        atomic_store(&current, b->block);
        atomic_store(&hazard, b->block);
        if (atomic_load(&current) == b->block)
            use(b->block);
        atomic_store(&hazard, NULL);
        return;
    }
    LATER();
    atomic_exchange(&current, NULL);
    while (atomic_load(&hazard) == b->block)
        LATER();
    free(b->block);
}

/* A race on `seen`, but the order that it shows is enough for the block. */
CASE(volatile_flag)
{
    if (!frees) {
        use(b->block);
        b->seen = 1;
        return;
    }
    while (!b->seen)
        LATER();
    free(b->block);
}

/* The same memory has another owner: what the first did is not meant. */
CASE(used_again)
{
    if (!frees) {
        use(b->block);
        free(b->block);
        return;
    }
    LATER();
    for (int i = 0; i < 2200; i++) { /* more than the quarantine holds */
        struct block *k = malloc(sizeof(*k));

        memset(k, 1, sizeof(*k));
        free(k);
    }
}

/* Each thread gives back its own blocks. */
static _Thread_local struct block *cached;
CASE(cache_of_thread)
{
    (void)frees;
    cached = frees ? b->other : b->block;
    use(cached);
    LATER();
    free(cached);
}

/* A library frees it, which may know more than raddle. */
CASE(in_library)
{
    static char *line, text[] = "a line that is longer than the room for it\n";
    static size_t room;

    if (!frees) {
        line = malloc(room = 8);
        line[0] = 'x';
        return;
    }
    FILE *f = fmemopen(text, sizeof(text), "r");

    LATER();
    if (getline(&line, &room, f) < 0)
        abort();
    fclose(f);
}

/* The handler of exit() frees it. */
static struct block *until_exit;
static void at_exit(void)
{
    free(until_exit);
}
CASE(exit_handler)
{
    if (frees)
        return;
    until_exit = b->block;
    atexit(at_exit);
    use(b->block);
}

static void (*const cases[])(struct both *b, bool frees) = {
    late,          late_realloc, late_read, late_load,       count,
    counts_at_once, semaphore,   grace_period,    hazard_pointer,
    volatile_flag, used_again,   cache_of_thread, in_library,
    exit_handler,  failed_realloc, late_munmap, munmap_after_post,
    handler_in_compare,
};
#define N (sizeof(cases) / sizeof(cases[0]))
static struct both all[N];

static void *user(void *at)
{
    cases[(struct both *)at - all](at, false);
    return NULL;
}

static void *freer(void *at)
{
    cases[(struct both *)at - all](at, true);
    return NULL;
}

static struct block *map(void)
{
    void *m = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (m == MAP_FAILED)
        abort();
    return m;
}

int main(void)
{
    pthread_t u, f[N];

    mapped.late = map();
    mapped.posted = map();
    for (size_t i = 0; i < N; i++) {
        all[i].block = calloc(1, sizeof(struct block));
        all[i].other = calloc(1, sizeof(struct block));
        all[i].block->count = 1;
        sem_init(&all[i].sem, 0, 0);
        pthread_create(&u, NULL, user, &all[i]);
        pthread_detach(u);
        pthread_create(&f[i], NULL, freer, &all[i]);
    }
    for (size_t i = 0; i < N; i++)
        pthread_join(f[i], NULL);
    return 0;
}
