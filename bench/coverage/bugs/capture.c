/* capture.c - a socket that gets all packets of a device.  Whether it runs, and
 * its options, are bits of one word: the first is changed with the lock of the
 * binding, when the device goes down or comes up, and the others with that of
 * the socket.  Each lets the other in.
 *
 * After Linux's packet sockets (running, auxdata, origdev and others of struct
 * packet_sock were bit fields of one word; "net/packet: convert po->running to
 * an atomic flag" and its like, Linux 6.4).
 *
 * CLASS: wrong lock, two for one word
 * FAILS: assertion
 * CAUSE: capture.c:40 `s->flags |= flag;` with one lock or the other
 * CAUSE: capture.c:42 `s->flags &= ~flag;` too
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CHANGES 3 /* of the device */
#define ROUNDS 3  /* of options */

enum { RUNNING = 1, AUXDATA = 2, ORIGDEV = 4 };

static struct device {
    pthread_mutex_t lock;
    int hooks;
    bool up;
} device = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct sock {
    pthread_mutex_t lock; /* of options */
    pthread_mutex_t bind_lock;
    unsigned flags;
    int options_set;
} sock = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .bind_lock = PTHREAD_MUTEX_INITIALIZER };

static void flag_set(struct sock *s, unsigned flag, bool on)
{
    if (on)
        s->flags |= flag;
    else
        s->flags &= ~flag;
}

static bool flag_get(const struct sock *s, unsigned flag)
{
    return (s->flags & flag) != 0;
}

static void device_hook(int more)
{
    pthread_mutex_lock(&device.lock);
    device.hooks += more;
    pthread_mutex_unlock(&device.lock);
}

static void hook(struct sock *s)
{
    pthread_mutex_lock(&s->bind_lock);
    if (!flag_get(s, RUNNING)) {
        device_hook(1);
        flag_set(s, RUNNING, true);
    }
    pthread_mutex_unlock(&s->bind_lock);
}

static void unhook(struct sock *s)
{
    pthread_mutex_lock(&s->bind_lock);
    if (flag_get(s, RUNNING)) {
        flag_set(s, RUNNING, false);
        device_hook(-1);
    }
    pthread_mutex_unlock(&s->bind_lock);
}

static void set_option(struct sock *s, unsigned option, bool on)
{
    pthread_mutex_lock(&s->lock);
    flag_set(s, option, on);
    s->options_set++;
    pthread_mutex_unlock(&s->lock);
}

/* Ends with the device up. */
static void *notifier(void *argument)
{
    struct sock *s = argument;

    for (int i = 0; i < CHANGES; i++) {
        device.up = false;
        unhook(s);
        device.up = true;
        hook(s);
    }
    return NULL;
}

/* Ends with both options set. */
static void *application(void *argument)
{
    struct sock *s = argument;

    for (int i = 0; i < ROUNDS; i++) {
        set_option(s, AUXDATA, i % 2 == 0);
        set_option(s, ORIGDEV, true);
    }
    return NULL;
}

int main(void)
{
    pthread_t n, a, b;

    hook(&sock);
    pthread_create(&n, NULL, notifier, &sock);
    pthread_create(&a, NULL, application, &sock);
    pthread_create(&b, NULL, application, &sock);
    pthread_join(n, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sock.options_set == 2 * 2 * ROUNDS);
    assert(device.up && device.hooks == 1);
    assert(flag_get(&sock, RUNNING));
    assert(flag_get(&sock, AUXDATA) && flag_get(&sock, ORIGDEV));
    unhook(&sock);
    assert(device.hooks == 0);
    return 0;
}
