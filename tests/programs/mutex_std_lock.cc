/* mutex_std_lock.cc - two mutexes, asked for in either order: std::lock gives
 * back what it has when the other one is taken, and tries again.
 * EXPECT: clean
 * EXECUTIONS: 1000
 */
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int n;

static void add(std::mutex &first, std::mutex &second)
{
    std::lock(first, second);
    n++;
    first.unlock();
    second.unlock();
}

int main()
{
    std::thread x([] { add(a, b); });
    std::thread y([] { add(b, a); });

    x.join();
    y.join();
    assert(n == 2);
    return 0;
}
