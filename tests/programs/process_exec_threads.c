/* process_exec_threads.c - threads that have run before the program replaces
 * itself by another count.
 * EXPECT: clean
 * EXECUTIONS: 20
 * ISOLATION: fork
 */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (sum == 2)
        execl("/bin/true", "true", (char *)NULL);
    return 1;
}
