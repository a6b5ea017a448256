/* process_atfork.c - handlers of pthread_atfork: prepare in reverse order and
 * under control (it takes a lock that another thread may hold), parent and
 * child in order.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char order[16];

static void add(char c)
{
    order[strlen(order)] = c;
}

static void prepare_first(void)
{
    add('1');
    pthread_mutex_lock(&mutex);
}
static void parent_first(void)
{
    add('3');
    pthread_mutex_unlock(&mutex);
}
static void child_first(void)
{
    add('5');
    pthread_mutex_unlock(&mutex);
}
static void prepare_second(void)
{
    add('0');
}
static void parent_second(void)
{
    add('4');
}
static void child_second(void)
{
    add('6');
}

static void *holder(void *unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

int main(void)
{
    pthread_t a;
    pid_t child;
    int status;

    assert(pthread_atfork(prepare_first, parent_first, child_first) == 0);
    assert(pthread_atfork(prepare_second, parent_second, child_second) == 0);
    pthread_create(&a, NULL, holder, NULL);
    child = fork();
    if (child == 0) {
        /* The mutex is free here whoever held it in the parent. */
        pthread_mutex_lock(&mutex);
        _exit(strcmp(order, "0156"));
    }
    assert(strcmp(order, "0134") == 0);
    assert(waitpid(child, &status, 0) == child && status == 0);
    pthread_join(a, NULL);
}
