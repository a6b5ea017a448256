/* A log writer with a buffer that threads share.  After Apache httpd, bug 25520
 * (buffered logging loses and mixes lines); old is the fixed version. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char outbuf[64], file[256];
static int outcnt, written;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void flush_log(void)
{
    memcpy(file + written, outbuf, (size_t)outcnt);
    written += outcnt;
    outcnt = 0;
}

static void buffered_log_writer(const char *text, int length)
{
    pthread_mutex_lock(&lock);
    if (outcnt + length > (int)sizeof(outbuf))
        flush_log();
    memcpy(outbuf + outcnt, text, (size_t)length);
    outcnt += length;
    pthread_mutex_unlock(&lock);
}

static void *request(void *name)
{
    for (int i = 0; i < 2; i++)
        buffered_log_writer(name, 8);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, request, "aaaaaaa\n");
    pthread_create(&b, NULL, request, "bbbbbbb\n");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    flush_log();
    assert(written == 32);
    return 0;
}
