/* sem_named.c - named semaphores: one name, one semaphore, gone when unlinked.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

#define NAME "/raddle-corpus-sem"

static int inside, entered;

static void *enter(void *argument)
{
    sem_t *sem = sem_open(NAME, 0);

    assert(sem != SEM_FAILED);
    assert(sem_wait(sem) == 0);
    assert(inside++ == 0);
    entered++;
    inside--;
    assert(sem_post(sem) == 0);
    assert(sem_close(sem) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    sem_t *sem, *same;
    int value;

    sem_unlink(NAME);
    assert(sem_open(NAME, 0) == SEM_FAILED && errno == ENOENT);
    sem = sem_open(NAME, O_CREAT | O_EXCL, 0600, 1);
    assert(sem != SEM_FAILED);
    assert(sem_open(NAME, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED);
    assert(errno == EEXIST);
    same = sem_open(NAME, O_CREAT, 0600, 7);
    assert(same == sem);
    assert(sem_getvalue(sem, &value) == 0 && value == 1);
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered == 2);
    assert(sem_close(same) == 0 && sem_close(sem) == 0);
    assert(sem_unlink(NAME) == 0);
    assert(sem_unlink(NAME) == -1 && errno == ENOENT);
    return 0;
}
