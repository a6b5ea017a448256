/* interner.c - words are made unique: looked for without the lock, and if they
 * are not there, with it, before they are added.  But the table may be made
 * larger, and the old one freed, while somebody looks for a word in it.
 *
 * After GNUstep corebase's CFSTR (libs-corebase, pull request 65: lookup in
 * the table of constant strings outside of its lock).
 *
 * CLASS: double-checked locking, a pointer that is stale after a resize
 * FAILS: heap-use-after-free
 * CAUSE: interner.c:88 `struct table *t = current;` without the lock
 * CAUSE: interner.c:82 `current = larger;` with it
 * CAUSE: interner.c:83 `free(t);` with readers in it
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PARSERS 4
#define WORDS 12
#define EACH 6

struct table {
    unsigned size, used;
    const char *_Atomic slots[];
};
static struct table *_Atomic current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *const words[WORDS] = {
    "if",  "else",   "while", "return", "break", "int",
    "for", "static", "const", "void",   "char",  "do",
};

static unsigned hash(const char *word)
{
    unsigned h = 5381;

    while (*word != '\0')
        h = h * 33 + (unsigned char)*word++;
    return h;
}

static struct table *table(unsigned size)
{
    struct table *t = calloc(1, sizeof(*t) + size * sizeof(t->slots[0]));

    t->size = size;
    return t;
}

static const char *search(struct table *t, const char *word)
{
    for (unsigned i = hash(word);; i++) {
        const char *found = t->slots[i % t->size];

        if (found == NULL || strcmp(found, word) == 0)
            return found;
    }
}

/* It is not there, and there is room. */
static void add(struct table *t, const char *word)
{
    unsigned i = hash(word);

    while (t->slots[i % t->size] != NULL)
        i++;
    t->slots[i % t->size] = word;
    t->used++;
}

static void grow(void)
{
    struct table *t = current;
    struct table *larger = table(2 * t->size);

    for (unsigned i = 0; i < t->size; i++) {
        if (t->slots[i] != NULL)
            add(larger, t->slots[i]);
    }
    current = larger;
    free(t);
}

static const char *find(const char *word)
{
    struct table *t = current; /* maybe without the lock */

    return search(t, word);
}

static const char *intern(const char *word)
{
    const char *found = find(word);

    if (found != NULL)
        return found;
    pthread_mutex_lock(&lock);
    found = find(word);
    if (found == NULL) {
        if (4 * (current->used + 1) > 3 * current->size)
            grow();
        add(current, word);
        found = word;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *parser(void *argument)
{
    long number = (long)argument;

    for (int i = 0; i < EACH; i++) {
        const char *word = words[(3 * number + i) % WORDS];

        assert(intern(word) == word);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[PARSERS];

    current = table(8);
    for (long i = 0; i < PARSERS; i++)
        pthread_create(&t[i], NULL, parser, (void *)i);
    for (int i = 0; i < PARSERS; i++)
        pthread_join(t[i], NULL);
    assert(current->used == WORDS);
    free(current);
    return 0;
}
