// cxx.cc - every edge of happens-before that C++ adds; see c.c.
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

static constexpr auto relaxed = std::memory_order_relaxed;

struct slot {
    int data, got;
    std::atomic<int> flag, turn;
};

#define GIVE(s) ((s).data = 1, (s).flag.store(1, relaxed))
#define TAKE(s) ((void)((s).flag.load(relaxed) && ((s).got = (s).data)))

static slot slots[16];
static slot *callback; // what a function without argument uses

#define EDGE(name) static void name(slot &s, bool takes)

EDGE(nothing)
{
    if (takes)
        TAKE(s);
    else
        GIVE(s);
}

static int guard_gives()
{
    GIVE(*callback);
    return 1;
}
EDGE(guard)
{
    static int made = guard_gives();

    if (takes && made)
        TAKE(s);
}
static void once_gives()
{
    GIVE(*callback);
}
EDGE(once)
{
    static std::once_flag flag;

    std::call_once(flag, once_gives);
    if (takes)
        TAKE(s);
}

#define HANDED(publish, get)                                                   \
    do {                                                                       \
        if (takes) {                                                           \
            get;                                                               \
            TAKE(s);                                                           \
        } else {                                                               \
            GIVE(s);                                                           \
            publish;                                                           \
        }                                                                      \
    } while (0)

static std::promise<int> promised;
EDGE(promise)
{
    HANDED(promised.set_value(1), promised.get_future().get());
}
static std::latch latched(1);
EDGE(latch)
{
    HANDED(latched.count_down(), latched.wait());
}
static std::barrier<> met(2);
EDGE(barrier)
{
    HANDED(met.arrive_and_wait(), met.arrive_and_wait());
}
static std::counting_semaphore<4> tokens(0);
EDGE(semaphore)
{
    HANDED(tokens.release(), tokens.acquire());
}
static std::binary_semaphore token(0);
EDGE(binary_semaphore)
{
    HANDED(token.release(), while (!token.try_acquire()));
}
EDGE(atomic_wait)
{
    HANDED((s.turn.store(1, std::memory_order_release), s.turn.notify_one()),
           s.turn.wait(0, std::memory_order_acquire));
}
static std::stop_source stops;
EDGE(stop)
{
    HANDED(stops.request_stop(), while (!stops.stop_requested())
                                     std::this_thread::yield());
}
static std::shared_mutex shared;
EDGE(shared_mutex)
{
    if (takes) {
        std::shared_lock lock(shared);
        TAKE(s);
    } else {
        std::unique_lock lock(shared);
        GIVE(s);
    }
}
static std::recursive_timed_mutex recursive;
EDGE(recursive_mutex)
{
    std::lock_guard lock(recursive);
    if (takes)
        TAKE(s);
    else
        GIVE(s);
}
static std::mutex mutex;
static std::condition_variable_any changed;
static bool set;
EDGE(condition_any)
{
    std::unique_lock lock(mutex);
    if (takes) {
        changed.wait(lock, [] { return set; });
        TAKE(s);
    } else {
        GIVE(s);
        set = true;
        changed.notify_all();
    }
}

static void (*const edges[])(slot &, bool) = {
    nothing,   guard,            once,        promise,         latch,
    barrier,   semaphore,        atomic_wait, stop,            shared_mutex,
    binary_semaphore, recursive_mutex, condition_any,
};

static slot a, b, c, d;

static void joined()
{
    std::thread([] { GIVE(a); }).join();
    TAKE(a);
}
static void jthread()
{
    {
        std::jthread t([] { GIVE(b); });
    }
    TAKE(b);
}
static void async()
{
    std::async(std::launch::async, [] { GIVE(c); }).get();
    TAKE(c);
}
static void packaged()
{
    std::packaged_task<void()> task([] { GIVE(d); });
    auto future = task.get_future();
    std::thread t(std::move(task));

    future.wait();
    TAKE(d);
    t.join();
}

int main()
{
    for (unsigned i = 0; i < sizeof(edges) / sizeof(edges[0]); i++) {
        callback = &slots[i];
        std::thread taker(edges[i], std::ref(slots[i]), true);
        std::thread giver(edges[i], std::ref(slots[i]), false);

        giver.join();
        taker.join();
    }
    joined();
    jthread();
    async();
    packaged();
}
