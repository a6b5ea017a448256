/* heap_copy_beyond.c - a text is measured, then copied; it has grown in
 * between.  The copy is one call of strcpy.
 * EXPECT: heap-overflow at 19
 * EXECUTIONS: 500
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[40] = "short";
static char *volatile seen; /* so that the compiler keeps the copy */

static void *copy(void *argument)
{
    size_t n = strlen(text);
    char *own = malloc(n + 1);

    seen = own;
    strcpy(own, text);
    free(own);
    return argument;
}

static void *append(void *argument)
{
    strcat(text, " but not for long");
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, copy, NULL);
    pthread_create(&b, NULL, append, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
