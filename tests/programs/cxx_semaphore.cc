/* cxx_semaphore.cc - std::counting_semaphore, latch and barrier (raw futexes
 * inside).  One thread acquires each semaphore: where several do, that of
 * libstdc++ 12 may sleep for ever (an attempt fails because another's came
 * between, and the value it then waits on is there again), which raddle finds.
 * EXPECT: clean
 * EXECUTIONS: 200
 * CFLAGS: -std=c++20
 */
#include <barrier>
#include <cassert>
#include <chrono>
#include <latch>
#include <semaphore>
#include <thread>

using semaphore = std::counting_semaphore<4>;

static semaphore turn[4] = { semaphore(1), semaphore(0), semaphore(0),
                             semaphore(0) };
static std::binary_semaphore never(0);
static std::latch ready(3);
static int inside, arrived;

static void on_round() noexcept
{
    arrived++;
}
static std::barrier<void (*)() noexcept> rounds(3, on_round);

static void work(int mine)
{
    turn[mine].acquire();
    assert(inside++ == mine);
    turn[mine + 1].release();
    ready.arrive_and_wait();
    assert(ready.try_wait());
    for (int i = 1; i <= 2; i++) {
        rounds.arrive_and_wait();
        assert(arrived >= i);
    }
    assert(!never.try_acquire_for(std::chrono::milliseconds(1)));
}

int main()
{
    std::thread a(work, 2), b(work, 0), c(work, 1);

    a.join();
    b.join();
    c.join();
    assert(arrived == 2 && inside == 3 && turn[3].try_acquire());
    return 0;
}
