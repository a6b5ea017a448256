/* cxx_mutex.cc - std::mutex, recursive_mutex, timed_mutex, scoped_lock.
 * EXPECT: clean
 * EXECUTIONS: 200
 * CFLAGS: -std=c++17
 */
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::mutex one, two;
static std::recursive_mutex again;
static std::timed_mutex timed;
static int inside, entered, in_timed;

static void enter(bool upward)
{
    {
        std::scoped_lock both(upward ? one : two, upward ? two : one);
        assert(inside++ == 0);
        entered++;
        inside--;
    }
    std::lock_guard<std::recursive_mutex> outer(again);
    std::lock_guard<std::recursive_mutex> inner(again);
    if (timed.try_lock_for(std::chrono::milliseconds(3))) {
        assert(in_timed++ == 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        in_timed--;
        timed.unlock();
    }
    if (one.try_lock())
        one.unlock();
}

int main()
{
    std::thread a(enter, true), b(enter, false);

    a.join();
    b.join();
    assert(entered == 2);
    return 0;
}
