/* terminate_joinable.cc - an early return destroys a std::thread that was not
 * joined.
 * EXPECT: cpp-terminate
 * EXECUTIONS: 300
 */
#include <atomic>
#include <thread>

static std::atomic<bool> failed;

static void work()
{
    failed = true;
    failed = false;
}

static int run()
{
    std::thread worker(work);

    if (failed)
        return 1;
    worker.join();
    return 0;
}

int main()
{
    run();
}
