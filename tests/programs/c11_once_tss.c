/* c11_once_tss.c - call_once runs once and makes the others wait; tss values
 * are a thread's own and are destroyed with it.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int made;
static tss_t key;
static atomic_int destroyed;

static void destroy(void *value)
{
    atomic_fetch_add(&destroyed, *(int *)value);
}

static void make(void)
{
    thrd_yield();
    assert(tss_create(&key, destroy) == thrd_success);
    made++;
}

static int work(void *argument)
{
    call_once(&flag, make);
    assert(made == 1);
    assert(tss_get(key) == NULL);
    assert(tss_set(key, argument) == thrd_success);
    assert(tss_get(key) == argument);
    return 0;
}

int main(void)
{
    int values[3] = { 1, 10, 100 };
    thrd_t threads[3];

    for (int i = 0; i < 3; i++)
        assert(thrd_create(&threads[i], work, &values[i]) == thrd_success);
    for (int i = 0; i < 3; i++)
        assert(thrd_join(threads[i], NULL) == thrd_success);
    assert(made == 1);
    assert(atomic_load(&destroyed) == 111);
    tss_delete(key);
    assert(tss_set(key, values) == thrd_error);
    return 0;
}
