/* glib_pool.c - a GThreadPool feeds a GAsyncQueue under a GMutex.  GLib locks
 * with raw futexes: only system call dispatch and syscall() see them.  With
 * an argument the total is kept without the lock, and updates get lost. */
#include <glib.h>

static GMutex lock;
static GAsyncQueue *results;
static volatile int total;

static void work(gpointer item, gpointer locked)
{
    int square = GPOINTER_TO_INT(item) * GPOINTER_TO_INT(item);

    if (locked != NULL)
        g_mutex_lock(&lock);
    total += square;
    if (locked != NULL)
        g_mutex_unlock(&lock);
    g_async_queue_push(results, GINT_TO_POINTER(square));
}

int main(int argc, char **argv)
{
    GThreadPool *pool;
    int sum = 0;

    (void)argv;
    results = g_async_queue_new();
    pool = g_thread_pool_new(work, argc == 1 ? &lock : NULL, 3, TRUE, NULL);
    for (int i = 1; i <= 5; i++)
        g_thread_pool_push(pool, GINT_TO_POINTER(i), NULL);
    for (int i = 1; i <= 5; i++)
        sum += GPOINTER_TO_INT(g_async_queue_pop(results));
    g_thread_pool_free(pool, FALSE, TRUE);
    g_async_queue_unref(results);
    g_assert_cmpint(sum, ==, 55);
    g_assert_cmpint(total, ==, 55);
    return 0;
}
