/* cxx_atomic_wait.cc - std::atomic::wait and notify, on an int (the futex is
 * the object) and on a long long (the futex is libstdc++'s).
 * EXPECT: clean
 * EXECUTIONS: 200
 * CFLAGS: -std=c++20
 */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> turn(0);
static std::atomic<long long> total(0);

static void step(int own, int next)
{
    for (int i = 0; i < 2; i++) {
        int seen;

        while ((seen = turn.load()) != own)
            turn.wait(seen);
        total.fetch_add(1);
        turn.store(next);
        turn.notify_all();
    }
    total.notify_all();
}

int main()
{
    std::thread a(step, 0, 1), b(step, 1, 0);
    long long seen;

    while ((seen = total.load()) != 4)
        total.wait(seen);
    a.join();
    b.join();
    assert(turn == 0);
    return 0;
}
