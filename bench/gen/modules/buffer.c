/* buffer.c - closing takes the buffer away without the lock under which others
 * have found it open, as BufferedInputStream.close() did.
 * KIND: atomicity.  -DMENDED: without the bug. */
#include "buffer.h"

#include <pthread.h>
#include <stdlib.h>

#define SIZE 8

struct buffer {
    pthread_mutex_t m;
    int *bytes; /* NULL: closed */
    int at, mark;
};

struct buffer *buffer_new(void)
{
    struct buffer *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    x->bytes = calloc(SIZE, sizeof(*x->bytes));
    for (int i = 0; i < SIZE; i++)
        x->bytes[i] = i;
    return x;
}

void buffer_free(struct buffer *x)
{
    pthread_mutex_destroy(&x->m);
    free(x->bytes);
    free(x);
}

int buffer_read(struct buffer *x)
{
    int v = -2;

    pthread_mutex_lock(&x->m);
    if (x->bytes != NULL)
        v = x->at < SIZE ? x->bytes[x->at++] : -1;
    pthread_mutex_unlock(&x->m);
    return v;
}

int buffer_skip(struct buffer *x, int n)
{
    pthread_mutex_lock(&x->m);
    if (x->bytes == NULL || n < 0)
        n = -2;
    else if (n > SIZE - x->at)
        n = SIZE - x->at;
    if (n > 0)
        x->at += n;
    pthread_mutex_unlock(&x->m);
    return n;
}

int buffer_available(struct buffer *x)
{
    int n = -2;

    pthread_mutex_lock(&x->m);
    if (x->bytes != NULL)
        n = SIZE - x->at;
    pthread_mutex_unlock(&x->m);
    return n;
}

int buffer_mark(struct buffer *x)
{
    pthread_mutex_lock(&x->m);
    x->mark = x->at;
    pthread_mutex_unlock(&x->m);
    return 0;
}

int buffer_reset(struct buffer *x)
{
    pthread_mutex_lock(&x->m);
    x->at = x->mark;
    pthread_mutex_unlock(&x->m);
    return 0;
}

int buffer_close(struct buffer *x)
{
    int *bytes;

#ifdef MENDED
    pthread_mutex_lock(&x->m);
#endif
    bytes = x->bytes;
    x->bytes = NULL;
#ifdef MENDED
    pthread_mutex_unlock(&x->m);
#endif
    free(bytes);
    return bytes == NULL;
}
