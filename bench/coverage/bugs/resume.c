/* resume.c - a file is fetched in parts, by a thread each.  When the user
 * interrupts, how far each part is and how much there is in all are saved, to
 * go on from there; the parts go on meanwhile, and the two do not match.
 *
 * After aget (save_log and http_get; aget-bug2 in Yu's collection,
 * jieyu/concurrency-bugs on GitHub).
 *
 * CLASS: atomicity, several variables
 * FAILS: assertion
 * CAUSE: resume.c:56 `p->offset += got;` before the lock is taken
 * CAUSE: resume.c:67 `saved.offsets[i] = parts[i].offset;` without the lock
 * CAUSE: resume.c:68 `saved.written = written;` is of a later moment
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define PARTS 3
#define PART_SIZE 40
#define SIZE (PARTS * PART_SIZE)
#define BLOCK 8

static struct part {
    int begin, end;
    atomic_int offset;
} parts[PARTS];
static pthread_mutex_t written_lock = PTHREAD_MUTEX_INITIALIZER;
static int written;
static atomic_bool interrupted;
static char file[SIZE];
static struct {
    int offsets[PARTS];
    int written;
} saved;

static int receive(int at, int most, char *buffer)
{
    int n = most < BLOCK ? most : BLOCK;

    for (int i = 0; i < n; i++)
        buffer[i] = (char)('a' + (at + i) % 26);
    return n;
}

static void *fetch(void *argument)
{
    struct part *p = argument;
    char buffer[BLOCK];

    while (p->offset < p->end && !interrupted) {
        int got = receive(p->offset, p->end - p->offset, buffer);

        for (int i = 0; i < got; i++)
            file[p->offset + i] = buffer[i];
        p->offset += got;
        pthread_mutex_lock(&written_lock);
        written += got;
        pthread_mutex_unlock(&written_lock);
    }
    return NULL;
}

static void save_log(void)
{
    for (int i = 0; i < PARTS; i++)
        saved.offsets[i] = parts[i].offset;
    saved.written = written;
}

static void *on_interrupt(void *unused)
{
    save_log();
    interrupted = true;
    return unused;
}

static void fetch_all(void)
{
    pthread_t t[PARTS];

    for (int i = 0; i < PARTS; i++)
        pthread_create(&t[i], NULL, fetch, &parts[i]);
    for (int i = 0; i < PARTS; i++)
        pthread_join(t[i], NULL);
}

static void read_log(void)
{
    int sum = 0;

    for (int i = 0; i < PARTS; i++) {
        parts[i].offset = saved.offsets[i];
        sum += saved.offsets[i] - parts[i].begin;
    }
    written = saved.written;
    assert(sum == written);
    interrupted = false;
}

int main(void)
{
    pthread_t user;

    for (int i = 0; i < PARTS; i++) {
        parts[i].begin = i * PART_SIZE;
        parts[i].offset = i * PART_SIZE;
        parts[i].end = (i + 1) * PART_SIZE;
    }
    pthread_create(&user, NULL, on_interrupt, NULL);
    fetch_all();
    pthread_join(user, NULL);
    read_log();
    fetch_all();
    assert(written == SIZE);
    for (int i = 0; i < SIZE; i++)
        assert(file[i] == 'a' + i % 26);
    return 0;
}
