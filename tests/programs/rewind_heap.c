/* rewind_heap.c - the heap is again as it was at main: blocks of constructors
 * with their contents, though the program freed and overwrote them; new blocks
 * where they were the last time; nothing that was left behind takes room.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LEFT (8 << 20) /* of which a thousand executions would be 8 GB */

struct node {
    struct node *next;
    char text[50];
};
static struct node *list;
static char *large;
/* What is written enters the event hash: it must be equal in all repetitions.
 */
static volatile unsigned place;

__attribute__((constructor)) static void build(void)
{
    for (int i = 0; i < 10; i++) {
        struct node *n = malloc(sizeof(*n));

        n->next = list;
        memset(n->text, 'a' + i, sizeof(n->text));
        list = n;
    }
    large = calloc(1, 300000);
}

static void *use(void *argument)
{
    char *p = malloc(50), *q = realloc(malloc(20), 4000);

    place = (uintptr_t)p & 0xffff;
    place = (uintptr_t)q & 0xffff;
    memset(p, 1, 50);
    free(p);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    char letter = 'j';

    for (struct node *n = list; n != NULL; n = n->next, letter--)
        assert(n->text[0] == letter && n->text[49] == letter);
    assert(letter == 'a' - 1);
    assert(large[0] == 0 && large[299999] == 0);
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (list != NULL) {
        struct node *n = list;

        list = n->next;
        memset(n->text, 'x', sizeof(n->text));
        free(n);
        memset(malloc(sizeof(*n)), 'y', sizeof(*n));
    }
    memset(large, 'z', 300000);
    free(large);
    large = malloc(LEFT);
    assert(large != NULL);
    memset(large, 'z', 300000);
    return 0;
}
