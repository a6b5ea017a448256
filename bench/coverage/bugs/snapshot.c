/* snapshot.c - a record guarded by a sequence number; the reader makes sure
 * that the number did not change, but not that it was even.
 *
 * CLASS: atomicity, several variables, without locks
 * FAILS: assertion
 * CAUSE: snapshot.c:40 `before = sequence;` may be odd: a write is under way
 * CAUSE: snapshot.c:43 `} while (sequence != before);` and still is
 * CAUSE: snapshot.c:24 `field[LAST] = value;` comes after the look
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define FIELDS 8
#define FIRST 0 /* these two belong together, the rest is constant */
#define LAST (FIELDS - 1)

static atomic_int sequence, field[FIELDS];

static void write_all(int value)
{
    sequence++;
    field[FIRST] = value;
    field[LAST] = value;
    sequence++;
}

static void *writer(void *unused)
{
    write_all(1);
    write_all(2);
    return unused;
}

static void *reader(void *unused)
{
    int copy[FIELDS], before;

    do {
        before = sequence;
        for (int i = 0; i < FIELDS; i++)
            copy[i] = field[i];
    } while (sequence != before);
    assert(copy[FIRST] == copy[LAST]);
    return unused;
}

int main(void)
{
    pthread_t w, r;

    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
