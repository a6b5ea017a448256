/* thread_names.c - names are a thread's own, inherited, at most 15 characters.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/prctl.h>

static sem_t named;

static void *work(void *argument)
{
    char name[16];

    sem_wait(&named);
    assert(pthread_getname_np(pthread_self(), name, sizeof(name)) == 0);
    assert(strcmp(name, argument) == 0);
    assert(prctl(PR_SET_NAME, "a name that is cut off") == 0);
    assert(prctl(PR_GET_NAME, name) == 0);
    assert(strcmp(name, "a name that is ") == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char name[16];

    sem_init(&named, 0, 0);
    assert(pthread_setname_np(pthread_self(), "weaver") == 0);
    pthread_create(&a, NULL, work, "warp");
    pthread_create(&b, NULL, work, "weaver");
    assert(pthread_setname_np(a, "warp") == 0);
    assert(pthread_setname_np(a, "sixteen letters!") == ERANGE);
    assert(pthread_getname_np(a, name, 15) == ERANGE);
    assert(pthread_getname_np(a, name, sizeof(name)) == 0);
    assert(strcmp(name, "warp") == 0);
    sem_post(&named);
    sem_post(&named);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
