/* terminate_uncaught.cc - a thread takes an element that another has removed;
 * at() throws and nobody catches.
 * EXPECT: cpp-terminate
 * EXECUTIONS: 3000
 */
#include <atomic>
#include <thread>
#include <vector>

static std::vector<int> jobs = { 7 };
static std::atomic<int> left{ 1 };

static void cancel()
{
    left = 0;
    jobs.clear();
}

static void run()
{
    int n = left;

    if (n > 0 && jobs.at(n - 1) != 7)
        throw n;
}

int main()
{
    std::thread a(cancel), b(run);

    a.join();
    b.join();
}
