/* replica.c - a table, and a log of what changed it, from which a replica is
 * made.  Who inserts writes the log before it lets go of the table; who empties
 * the table, which is done in another way than deleting row by row, writes the
 * log afterwards, and what was inserted in between is in the wrong order.
 *
 * After MySQL's bug 169 (DELETE without WHERE was logged when the table was
 * unlocked already; mysql-169 in Yu's collection, jieyu/concurrency-bugs on
 * GitHub).
 *
 * CLASS: atomicity, two variables with a lock each
 * FAILS: assertion
 * CAUSE: replica.c:71 `pthread_mutex_unlock(&table.lock);` before it is logged
 * CAUSE: replica.c:72 `log_write(EMPTY, 0);` others may have logged meanwhile
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define CLIENTS 4
#define INSERTS 5
#define SWEEPS 3
#define ROWS (CLIENTS * INSERTS)
#define MANY 6

enum kind { INSERT, EMPTY };

static struct rows {
    int n, values[ROWS];
} slave;
static struct {
    pthread_mutex_t lock;
    struct rows rows;
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int n;
    struct statement {
        enum kind kind;
        int value;
    } statements[ROWS + SWEEPS];
} statements = { .lock = PTHREAD_MUTEX_INITIALIZER };
static atomic_int queries, largest;

static void log_write(enum kind kind, int value)
{
    pthread_mutex_lock(&statements.lock);
    statements.statements[statements.n++] = (struct statement){ kind, value };
    pthread_mutex_unlock(&statements.lock);
}

static void insert(int value)
{
    pthread_mutex_lock(&table.lock);
    table.rows.values[table.rows.n++] = value;
    log_write(INSERT, value);
    pthread_mutex_unlock(&table.lock);
}

static int count(void)
{
    pthread_mutex_lock(&table.lock);
    int n = table.rows.n;
    pthread_mutex_unlock(&table.lock);
    return n;
}

static void empty(void)
{
    pthread_mutex_lock(&table.lock);
    table.rows.n = 0;
    pthread_mutex_unlock(&table.lock);
    log_write(EMPTY, 0);
}

static void *client(void *argument)
{
    int id = (int)(long)argument;

    for (int i = 0; i < INSERTS; i++) {
        insert(id * INSERTS + i);
        queries++;
        if (i % 2 == 0 && count() > largest)
            largest = count();
    }
    return NULL;
}

static void *sweeper(void *unused)
{
    for (int i = 0; i < SWEEPS; i++) {
        if (count() >= MANY)
            empty();
        queries++;
    }
    return unused;
}

int main(void)
{
    pthread_t t[CLIENTS + 1];

    for (long i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, (void *)i);
    pthread_create(&t[CLIENTS], NULL, sweeper, NULL);
    for (int i = 0; i <= CLIENTS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < statements.n; i++) {
        const struct statement *s = &statements.statements[i];

        if (s->kind == INSERT)
            slave.values[slave.n++] = s->value;
        else
            slave.n = 0;
    }
    assert(slave.n == table.rows.n);
    for (int i = 0; i < slave.n; i++)
        assert(slave.values[i] == table.rows.values[i]);
    return 0;
}
