/* cxx_semaphore.cc - std::counting_semaphore, latch and barrier (raw futexes
 * inside).
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

static std::counting_semaphore<4> slots(2);
static std::binary_semaphore never(0);
static std::latch ready(3);
static int inside, arrived;

static void on_round() noexcept
{
    arrived++;
}
static std::barrier<void (*)() noexcept> rounds(3, on_round);

static void work()
{
    slots.acquire();
    int n = __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED);
    assert(n <= 2);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
    slots.release();
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
    std::thread a(work), b(work), c(work);

    a.join();
    b.join();
    c.join();
    assert(arrived == 2 && slots.try_acquire());
    return 0;
}
