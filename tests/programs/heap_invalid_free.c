/* heap_invalid_free.c - one thread moves the pointer on while it reads what
 * lies there; the other frees it wherever it is.
 * EXPECT: invalid-free at 25
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

static char *text;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument)
{
    pthread_mutex_lock(&lock);
    while (text != NULL && *text == ' ')
        text++;
    pthread_mutex_unlock(&lock);
    return argument;
}

static void *dropper(void *argument)
{
    pthread_mutex_lock(&lock);
    /* Right if it is the first to come here. */
    free(text);
    text = NULL;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    text = calloc(1, 32);
    text[0] = text[1] = ' ';
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
