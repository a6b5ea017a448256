/* heap_string_end.c - a string is read while its last place, where the end
 * was, is used for one more letter: strlen runs out of the block.
 * EXPECT: heap-overflow at 14
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *word; /* of 8 bytes */

static void *measure(void *argument)
{
    if (strlen(word) > 8)
        return NULL;
    return argument;
}

static void *append(void *argument)
{
    word[7] = 'x';
    return argument;
}

int main(void)
{
    pthread_t a, b;

    word = malloc(8);
    memcpy(word, "letters", 8);
    pthread_create(&a, NULL, append, NULL);
    pthread_create(&b, NULL, measure, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(word);
}
