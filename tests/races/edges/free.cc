/* free.cc - what the C++ library frees or counts: nothing here is a race but
 * late(). */
#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

static void later()
{
    std::this_thread::sleep_for(std::chrono::seconds(1));
}

static void late(int *p)
{
    later();
    delete p;
}

static void started_late()
{
    int *p = new int(1);
    std::thread a([p] { ++*p; }), b(late, p);

    a.join();
    b.join();
}

struct Node {
    int used = 0;
    std::string name = "a string that is longer than its object";
};

static void shared()
{
    auto p = std::make_shared<Node>();
    std::weak_ptr<Node> w = p;
    std::thread a([p]() mutable {
        p->used++;
        p.reset();
    });
    std::thread b([w]() mutable {
        if (auto q = w.lock())
            q->name.size();
        w.reset();
    });

    w.reset();
    later();
    p.reset();
    a.join();
    b.join();
}

static void moved()
{
    std::promise<std::unique_ptr<Node>> promise;
    auto result = promise.get_future();
    std::thread a([&promise] {
        auto p = std::make_unique<Node>();

        p->used = 1;
        promise.set_value(std::move(p));
    });

    result.get().reset();
    a.join();
}

static void thrown()
{
    auto failed = std::async(std::launch::async, []() -> int {
        throw std::runtime_error("a text that lies in another block");
    });
    std::shared_future<int> all = failed.share();
    auto look = [all]() mutable {
        try {
            all.get();
        } catch (const std::runtime_error &e) {
            if (e.what()[0] != 'a')
                std::terminate();
        }
        later();
        all = {};
    };
    std::thread a(look), b(look);

    all = {};
    a.join();
    b.join();
}

static const Node &once()
{
    static std::unique_ptr<Node> only(new Node);

    return *only;
}

int main()
{
    std::thread([] { once().name.size(); }).detach();
    once().name.size();
    started_late();
    shared();
    moved();
    thrown();
}
