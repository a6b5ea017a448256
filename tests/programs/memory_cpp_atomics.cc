/* memory_cpp_atomics.cc - std::atomic of integers, pointers, bool and a small
 * struct; a shared_ptr's count; a thread_local. All hold.
 * EXPECT: clean
 * EXECUTIONS: 100
 * LIBS: -latomic
 */
#include <atomic>
#include <cassert>
#include <memory>
#include <stdexcept>
#include <thread>

struct Pair {
    int a, b;
};

static std::atomic<long> sum{ 0 };
static std::atomic<bool> once{ false };
static std::atomic<Pair> pair{ Pair{ 0, 0 } };
static std::atomic_flag first = ATOMIC_FLAG_INIT;
static std::atomic<int> firsts{ 0 };
static thread_local int mine;

static void work(std::shared_ptr<int> shared)
{
    Pair old = pair.load();

    while (!pair.compare_exchange_weak(old, Pair{ old.a + 1, old.b - 1 })) {
    }
    mine += *shared;
    try {
        if (once.exchange(true))
            throw std::runtime_error("second");
    } catch (const std::runtime_error &) {
        sum.fetch_add(100, std::memory_order_relaxed);
    }
    sum += mine;
    if (!first.test_and_set(std::memory_order_acq_rel))
        ++firsts;
}

int main()
{
    auto shared = std::make_shared<int>(5);
    std::thread a(work, shared), b(work, shared);

    a.join();
    b.join();
    assert(sum.load() == 110);
    assert(pair.load().a == 2 && pair.load().b == -2);
    assert(firsts == 1 && shared.use_count() == 1);
    return 0;
}
