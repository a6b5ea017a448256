/* memory_strcpy.c - strlen reads, strcpy reads and writes: of two words that
 * are appended at the same time one is lost.
 * EXPECT: assertion at 28
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[64];

static void *append(void *word)
{
    strcpy(text + strlen(text), word);
    return NULL;
}

int main(void)
{
    char apple[] = "apple,", pear[] = "pear,";
    pthread_t t;

    pthread_create(&t, NULL, append, apple);
    append(pear);
    pthread_join(t, NULL);
    assert(strchr(text, 'l') != NULL || strstr(text, "pear") != NULL);
    assert(strncmp(text, "pear", 4) == 0 || text[0] == 'a');
    assert(strlen(text) == strlen(apple) + strlen(pear));
    return 0;
}
