/* visible.c - rows are there for others when the transaction that inserted them
 * has committed.  Who looks at a row asks for that, and then whether it is
 * still in progress; if neither, it must have crashed, and the row is marked as
 * dead.  A transaction that commits in between is noted as committed first and
 * taken out of those in progress then, and is neither when it is asked for.
 *
 * After PostgreSQL's rules of visibility (tqual.c, now heapam_visibility.c,
 * whose first comment says why TransactionIdIsInProgress has to be asked before
 * TransactionIdDidCommit).
 *
 * CLASS: order, two variables asked in the order in which they are written
 * FAILS: assertion
 * CAUSE: visible.c:99 `if (did_commit(r->xmin))` may commit after that
 * CAUSE: visible.c:101 `else if (!in_progress(r->xmin))` is not any more
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define BACKENDS 3
#define TRANSACTIONS 2 /* of each, with a row each */
#define ROWS (BACKENDS * TRANSACTIONS)
#define SCANS 2

enum status { UNKNOWN, COMMITTED, DEAD };
struct row {
    int xmin; /* who inserted it */
    enum status hint;
};
static struct {
    pthread_mutex_t lock;
    struct row rows[ROWS];
    int n;
} page = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    enum status status[ROWS + 1];
} clog = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int next;
    int running[BACKENDS + 1];
} procs = { .lock = PTHREAD_MUTEX_INITIALIZER, .next = 1 };

static bool did_commit(int xid)
{
    bool yes;

    pthread_mutex_lock(&clog.lock);
    yes = clog.status[xid] == COMMITTED;
    pthread_mutex_unlock(&clog.lock);
    return yes;
}

static bool in_progress(int xid)
{
    bool yes = false;

    pthread_mutex_lock(&procs.lock);
    for (int i = 1; i <= BACKENDS; i++)
        yes |= procs.running[i] == xid;
    pthread_mutex_unlock(&procs.lock);
    return yes;
}

static int begin(int backend)
{
    int xid;

    pthread_mutex_lock(&procs.lock);
    xid = procs.next++;
    procs.running[backend] = xid;
    pthread_mutex_unlock(&procs.lock);
    return xid;
}

static void commit(int backend, int xid)
{
    pthread_mutex_lock(&clog.lock);
    clog.status[xid] = COMMITTED;
    pthread_mutex_unlock(&clog.lock);
    pthread_mutex_lock(&procs.lock);
    procs.running[backend] = 0;
    pthread_mutex_unlock(&procs.lock);
}

static void insert(int xid)
{
    pthread_mutex_lock(&page.lock);
    page.rows[page.n++] = (struct row){ .xmin = xid };
    pthread_mutex_unlock(&page.lock);
}

/* With the lock of the page. */
static bool visible(struct row *r)
{
    if (r->hint != UNKNOWN)
        return r->hint == COMMITTED;
    if (did_commit(r->xmin))
        r->hint = COMMITTED;
    else if (!in_progress(r->xmin))
        r->hint = DEAD;
    return r->hint == COMMITTED;
}

static int scan(void)
{
    int n = 0;

    pthread_mutex_lock(&page.lock);
    for (int i = 0; i < page.n; i++)
        n += visible(&page.rows[i]);
    pthread_mutex_unlock(&page.lock);
    return n;
}

static void *backend(void *argument)
{
    int number = (int)(long)argument;

    for (int i = 0; i < TRANSACTIONS; i++) {
        int xid = begin(number);

        insert(xid);
        commit(number, xid);
    }
    return NULL;
}

static void *reader(void *unused)
{
    for (int i = 0; i < SCANS; i++)
        assert(scan() <= ROWS);
    return unused;
}

int main(void)
{
    pthread_t r, t[BACKENDS];

    for (long i = 0; i < BACKENDS; i++)
        pthread_create(&t[i], NULL, backend, (void *)(i + 1));
    pthread_create(&r, NULL, reader, NULL);
    for (int i = 0; i < BACKENDS; i++)
        pthread_join(t[i], NULL);
    pthread_join(r, NULL);
    assert(scan() == ROWS);
    return 0;
}
