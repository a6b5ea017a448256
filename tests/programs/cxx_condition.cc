/* cxx_condition.cc - std::condition_variable with and without time.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex lock;
static std::condition_variable filled, progress;
static std::condition_variable_any drained;
static std::queue<int> items;
static int sum;

static void consume(int n)
{
    for (int i = 0; i < n; i++) {
        std::unique_lock<std::mutex> guard(lock);

        filled.wait(guard, [] { return !items.empty(); });
        sum += items.front();
        items.pop();
        progress.notify_all();
        drained.notify_all();
    }
}

static void produce(int n)
{
    for (int i = 1; i <= n; i++) {
        std::lock_guard<std::mutex> guard(lock);

        items.push(i);
        filled.notify_one();
    }
}

int main()
{
    std::thread a(consume, 2), b(consume, 2), c(produce, 4);
    std::unique_lock<std::mutex> guard(lock);
    auto begin = std::chrono::steady_clock::now();
    auto limit = begin + std::chrono::milliseconds(20);

    if (!progress.wait_until(guard, limit, [] { return sum == 10; }))
        assert(std::chrono::steady_clock::now() >= limit);
    drained.wait(guard, [] { return sum == 10; });
    guard.unlock();
    a.join();
    b.join();
    c.join();
    assert(items.empty());
    return 0;
}
