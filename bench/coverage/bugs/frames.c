/* frames.c - a socket that gives packets in a ring of blocks.  In version 3 of
 * the ring a timer retires blocks, from when it is set up until it is taken
 * down.  The version can be set as long as there is no ring; that is asked
 * without the lock with which a ring is set up, and so the version can change
 * meanwhile, and the timer is not stopped when that ring is taken down.
 *
 * After Linux's packet_set_ring and packet_setsockopt (CVE-2016-8655;
 * 84ac7260236a, "packet: fix race condition in packet_set_ring").
 *
 * CLASS: atomicity, two variables, use after free by a third thread
 * FAILS: heap-use-after-free
 * CAUSE: frames.c:71 `if (s->blocks != NULL)` asks without the lock
 * CAUSE: frames.c:73 `s->version = version;` there may be one by now
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define BLOCKS 2
#define RINGS 2
#define VERSIONS 2
#define TICKS 6

struct block {
    int packets, retired;
};
static struct sock {
    pthread_mutex_t lock;
    int version;
    struct block *blocks;
    int rings;
} sock = { .lock = PTHREAD_MUTEX_INITIALIZER, .version = 1 };
static struct {
    pthread_mutex_t lock;
    struct block *blocks; /* NULL: not running */
    int current;
} retire = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void timer_start(struct block *blocks)
{
    pthread_mutex_lock(&retire.lock);
    retire.blocks = blocks;
    retire.current = 0;
    pthread_mutex_unlock(&retire.lock);
}

/* It does not run any more afterwards. */
static void timer_stop(void)
{
    pthread_mutex_lock(&retire.lock);
    retire.blocks = NULL;
    pthread_mutex_unlock(&retire.lock);
}

static void *timer(void *unused)
{
    for (int i = 0; i < TICKS; i++) {
        pthread_mutex_lock(&retire.lock);
        if (retire.blocks != NULL) {
            retire.blocks[retire.current].retired++;
            retire.current = (retire.current + 1) % BLOCKS;
        }
        pthread_mutex_unlock(&retire.lock);
    }
    return unused;
}

static bool set_version(struct sock *s, int version)
{
    if (s->blocks != NULL)
        return false;
    s->version = version;
    return true;
}

static bool ring_up(struct sock *s)
{
    struct block *blocks;

    pthread_mutex_lock(&s->lock);
    if (s->rings > 0) {
        pthread_mutex_unlock(&s->lock);
        return false;
    }
    blocks = calloc(BLOCKS, sizeof(*blocks));
    if (s->version == 3)
        timer_start(blocks);
    s->blocks = blocks;
    s->rings++;
    pthread_mutex_unlock(&s->lock);
    return true;
}

static void ring_down(struct sock *s)
{
    struct block *blocks;

    pthread_mutex_lock(&s->lock);
    blocks = s->blocks;
    s->blocks = NULL;
    s->rings--;
    if (s->version == 3)
        timer_stop();
    pthread_mutex_unlock(&s->lock);
    free(blocks);
}

static void *capture(void *argument)
{
    struct sock *s = argument;

    for (int i = 0; i < RINGS; i++) {
        set_version(s, 3);
        if (ring_up(s))
            ring_down(s);
    }
    return NULL;
}

static void *legacy(void *argument)
{
    for (int i = 0; i < VERSIONS; i++)
        set_version(argument, 1 + i);
    return NULL;
}

int main(void)
{
    pthread_t c, l, t;

    pthread_create(&c, NULL, capture, &sock);
    pthread_create(&l, NULL, legacy, &sock);
    pthread_create(&t, NULL, timer, NULL);
    pthread_join(c, NULL);
    pthread_join(l, NULL);
    pthread_join(t, NULL);
    assert(sock.blocks == NULL && sock.rings == 0);
    return 0;
}
