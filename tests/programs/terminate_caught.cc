/* terminate_caught.cc - an exception crosses from one thread to another in a
 * future, and is caught there.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

#ifndef HOLDS /* terminate_replayed.cc has another */
#define HOLDS(condition) (condition)
#endif

int main()
{
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::string what;
    std::thread worker([&promise] {
        try {
            throw std::runtime_error("no such job");
        } catch (...) {
            promise.set_exception(std::current_exception());
        }
    });

    try {
        future.get();
    } catch (const std::runtime_error &e) {
        what = e.what();
    }
    worker.join();
    assert(HOLDS(what == "no such job"));
}
