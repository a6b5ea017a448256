/* helper_aio_early.c - what an asynchronous read brings is used before it has
 * come.
 * EXPECT: assertion at 31
 * EXECUTIONS: 200
 */
#include <aio.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>

static char bytes[4];
static struct aiocb request;

static void *start(void *argument)
{
    request.aio_fildes = open("/proc/self/exe", O_RDONLY);
    request.aio_buf = bytes;
    request.aio_nbytes = sizeof(bytes);
    assert(aio_read(&request) == 0);
    return argument;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, start, NULL);
    pthread_join(t, NULL);
    assert(aio_error(&request) == 0 && bytes[1] == 'E');
    return 0;
}
