/* cxx_shared_mutex.cc - std::shared_mutex and shared_timed_mutex: readers meet
 * inside, writers are alone.
 * EXPECT: clean
 * EXECUTIONS: 200
 * CFLAGS: -std=c++20
 */
#include <cassert>
#include <chrono>
#include <latch>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::shared_timed_mutex timed;
static std::latch together(2);
static int writing, written;

static void reader()
{
    std::shared_lock<std::shared_mutex> guard(lock);

    together.arrive_and_wait(); /* for ever, if readers excluded each other */
    assert(writing == 0);
}

static void writer()
{
    {
        std::unique_lock<std::shared_mutex> guard(lock);

        assert(writing++ == 0);
        written++;
        writing--;
    }
    std::unique_lock<std::shared_timed_mutex> guard(timed, std::defer_lock);
    if (guard.try_lock_for(std::chrono::milliseconds(2)))
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
}

int main()
{
    std::thread a(reader), b(writer), c(reader), d(writer);

    a.join();
    b.join();
    c.join();
    d.join();
    assert(written == 2);
    return 0;
}
