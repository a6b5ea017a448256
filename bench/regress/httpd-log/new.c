/* A log writer with a buffer that threads share.  After Apache httpd, bug 25520
 * (buffered logging loses and mixes lines); old is the fixed version. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char outbuf[64], file[256];
static int outcnt, written;

static void flush_log(void)
{
    memcpy(file + written, outbuf, (size_t)outcnt);
    written += outcnt;
    outcnt = 0;
}

static void buffered_log_writer(const char *text, int length)
{
    if (outcnt + length > (int)sizeof(outbuf))
        flush_log();
    memcpy(outbuf + outcnt, text, (size_t)length);
    outcnt += length;
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
