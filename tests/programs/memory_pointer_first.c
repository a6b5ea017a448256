/* memory_pointer_first.c - where the stack lies is no part of an execution:
 * pointers are not, as the first word of what is read and written either.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
    const void *where;
    long number;
};
struct three {
    const void *where;
    long number;
    const void *again;
};

static struct pair pair;
static struct three three;
static unsigned __int128 both_words;
static char bytes[100];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *copy(void *argument)
{
    struct pair *mine = argument;
    struct three more = { mine, 1, mine };
    char string[sizeof(bytes)] = { 0 };

    memcpy(string, &mine, sizeof(mine));
    pthread_mutex_lock(&lock);
    pair = *mine;
    three = more;
    both_words = (unsigned __int128)7 << 64 | (unsigned long)mine;
    memcpy(bytes, string, (size_t)mine->number);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    struct pair here = { &here, 90 };
    pthread_t a, b;

    pthread_create(&a, NULL, copy, &here);
    pthread_create(&b, NULL, copy, &here);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pair.where == &here && three.again == &here);
    return 0;
}
