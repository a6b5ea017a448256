# In C++ the wait is in the library, for all callers at one place, and the test
# is in a header, which serves the assertion too: the call paths tell them apart.
. "$(dirname "$0")/common.inc"
cat >queue.cc <<'C'
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>
template <class T> class Queue {
    std::mutex m; std::condition_variable cv; std::queue<T> q;
public:
    void push(T v) { std::unique_lock<std::mutex> l(m); q.push(v); cv.notify_one(); }
    T pop() {
        std::unique_lock<std::mutex> l(m);
        if (q.empty())
            cv.wait(l);
        assert(!q.empty());
        T v = q.front(); q.pop();
        return v;
    }
};
static std::mutex m;
static std::condition_variable cv;
static bool ready;
int main()
{
    Queue<int> q;
    std::thread a([&] { q.pop(); }), b([&] { q.pop(); });
    q.push(1); q.push(2);
    std::thread c([&] { std::unique_lock<std::mutex> l(m); ready = true; cv.notify_one(); });
    { std::unique_lock<std::mutex> l(m); while (!ready) cv.wait(l); }
    a.join(); b.join(); c.join();
}
C
for o in 0 2; do
    "$RADDLE" c++ -g -O$o -pthread queue.cc -o queue
    for seed in 1 2; do
        expect 1 "$RADDLE" test -q --jobs 1 --seed $seed --fresh --out found --json found.json ./queue
        equal "$(field found.json '[f["kind"] for f in r["findings"][0]["explanation"]["facts"]]')" "['no-retest']"
        equal "$(field found.json '[s["line"] for s in r["findings"][0]["explanation"]["facts"][0]["steps"] if s["role"] in ("wait", "wake")]')" "[13]"
    done
done
