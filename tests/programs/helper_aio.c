/* helper_aio.c - the threads that the C library makes for asynchronous reads
 * and their notifications are controlled: who waits for them is not stuck, and
 * they are no leak of the program's.
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --leaks
 */
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static sem_t told;
static int files[2];

static void tell(union sigval value)
{
    assert(value.sival_int == 7);
    sem_post(&told);
}

static void *read_one(void *argument)
{
    const struct aiocb *list[1];
    char bytes[4] = "";
    struct aiocb c = {
        .aio_fildes = *(int *)argument,
        .aio_buf = bytes,
        .aio_nbytes = sizeof(bytes),
        .aio_sigevent.sigev_notify = SIGEV_THREAD,
        .aio_sigevent.sigev_notify_function = tell,
        .aio_sigevent.sigev_value.sival_int = 7,
    };

    list[0] = &c;
    assert(aio_read(&c) == 0);
    while (aio_error(&c) == EINPROGRESS)
        aio_suspend(list, 1, NULL);
    assert(aio_return(&c) == sizeof(bytes));
    assert(memcmp(bytes, "\177ELF", sizeof(bytes)) == 0);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    sem_init(&told, 0, 0);
    for (int i = 0; i < 2; i++) {
        files[i] = open("/proc/self/exe", O_RDONLY);
        assert(files[i] >= 0);
        pthread_create(&threads[i], NULL, read_one, &files[i]);
    }
    for (int i = 0; i < 2; i++) {
        sem_wait(&told);
        pthread_join(threads[i], NULL);
    }
    return 0;
}
