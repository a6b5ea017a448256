/* memory_copied.cc - an object that is copied whole is announced as written, then
 * as read, and copied then: what lies there in between is no part of a replay.
 * EXPECT: assertion
 * EXECUTIONS: 200
 * CFLAGS: -O0; -O2
 */
#include <cassert>
#include <map>
#include <pthread.h>

static std::map<int, int> table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;

static void *look(void *arg)
{
    pthread_mutex_lock(&lock);
    table.equal_range(1);
    pthread_mutex_unlock(&lock);
    hits++;
    return arg;
}

int main()
{
    pthread_t t[2];

    table[1] = 7;
    for (pthread_t &each : t)
        pthread_create(&each, nullptr, look, nullptr);
    for (pthread_t each : t)
        pthread_join(each, nullptr);
    assert(hits == 2);
    return 0;
}
