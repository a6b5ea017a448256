/* terminate_thread.cc - an exception leaves a thread's function, in some
 * schedules: the C++ runtime terminates.
 * EXPECT: cpp-terminate at 15
 * EXECUTIONS: 300
 */
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<int> turn{ 0 };

static void checker()
{
    if (turn.load() == 1)
        throw std::runtime_error("met in the middle");
}

static void changer()
{
    turn.store(1);
    turn.store(2);
}

int main()
{
    std::thread a(checker), b(changer);

    a.join();
    b.join();
}
