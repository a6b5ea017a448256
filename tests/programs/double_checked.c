/* double_checked.c - double-checked initialisation that announces the object
 * before it is complete.
 * EXPECT: assertion at 32
 * EXECUTIONS: 500
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool made;
static int object;

static int get(void)
{
    if (!__atomic_load_n(&made, __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&lock);
        if (!__atomic_load_n(&made, __ATOMIC_ACQUIRE)) {
            __atomic_store_n(&made, true, __ATOMIC_RELEASE);
            object = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    return object;
}

static void *use(void *argument)
{
    int value = get();

    (void)argument;
    assert(value == 42);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
