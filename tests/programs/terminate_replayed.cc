/* terminate_replayed.cc - as terminate_caught.cc, and a failure behind it: what a
 * function wrote to its own variables is no part of a replay after its end.
 * EXPECT: assertion
 * EXECUTIONS: 100
 */
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

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
    assert(what != "no such job");
}
