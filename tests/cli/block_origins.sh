# Below a table stands where each block was made that the table or the sentence
# about the cause gives a number: also one that is only a value, a lock that is
# held, or behind a pointer.
. "$(dirname "$0")/common.inc"
cat >blocks.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct account { pthread_mutex_t lock; int balance; struct account *next; };
static struct account *first, *second, *top;
static struct account *account_new(void)
{
    struct account *made = calloc(1, sizeof(struct account));
    pthread_mutex_init(&made->lock, NULL);
    return made;
}
static int *counts[3];
static void *work(void *arg)
{
    struct account *mine = arg;
    pthread_mutex_lock(&mine->lock);
    int b = first->balance;
    top = mine;
    first->balance = b + 1;
    (*counts[1])++;
    pthread_mutex_unlock(&mine->lock);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    first = account_new();
    second = account_new();
    for (int i = 0; i < 3; i++) {
        int *count = malloc(sizeof(int));
        *count = 0;
        counts[i] = count;
    }
    struct account *third = account_new();
    pthread_create(&t[0], NULL, work, second);
    pthread_create(&t[1], NULL, work, third);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(first->balance == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread blocks.c -o blocks
COLUMNS=250 expect 1 "$RADDLE" test -q --jobs 1 --out own ./blocks
# A lock that is held; values; what is accessed.
says "holds account#3.lock"
says "write top = &account#3"
says "read first = block#1 allocated at blocks.c:8"
says "write *count#2 = 2"
made="account#3 made at blocks.c:8 (called at blocks.c:34); block#1 allocated at blocks.c:8 (called at blocks.c:27); count#2 made at blocks.c:30"
grep -qxF "$made" out || fail "not in the foot of raddle test: $made"
COLUMNS=250 expect 1 "$RADDLE" show --json table.json own/*.schedule
grep -qxF "$made" out || fail "not in the foot of raddle show: $made"
equal "$(field table.json 'r["made"]')" "$made"
COLUMNS=250 expect 1 "$RADDLE" show --full own/*.schedule
says "count#1, count#2, count#3 made at blocks.c:30"
