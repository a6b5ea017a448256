# Steps in functions of C++'s headers, which are built with the program and are
# calls without optimisation, are told at the line that called them.
. "$(dirname "$0")/common.inc"
cat >places.cc <<'C'
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
static std::mutex m;
static std::condition_variable cv;
static std::atomic<int> hits;
static bool ready;
static void *work(void *arg)
{
    int n = hits;
    hits = n + 1;
    pthread_mutex_lock(m.native_handle());
    ready = true;
    cv.notify_one();
    pthread_mutex_unlock(m.native_handle());
    return arg;
}
static void wait_for_it()
{
    std::unique_lock<std::mutex> l(m);
    while (!ready)
        cv.wait(l);
}
int main()
{
    pthread_t t[2];
    for (auto &one : t)
        pthread_create(&one, nullptr, work, nullptr);
    wait_for_it();
    for (auto one : t)
        pthread_join(one, nullptr);
    assert(hits == 2);
    return 0;
}
C
export COLUMNS=200
for cc in gcc clang; do
    RADDLE_CC=$cc "$RADDLE" c++ -g -O0 -pthread places.cc -o places
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own ./places
    file=$(ls own/*.schedule)
    expect 1 "$RADDLE" show --json table.json "$file"
    says "12 int n = hits;"
    says "13 hits = n + 1;"
    grep -q "places.cc:13 write hits" out || fail "the sentence is in a header"
    ! grep "|.*atomic" out || fail "a row in a header"
    equal "$(field table.json 'sorted({(s["file"], s["line"], s["function"]) for s in r["steps"]
        if s["object"] == "hits" and s["thread"] > 0})')" \
        "[('places.cc', 12, 'work'), ('places.cc', 13, 'work')]"
    # Headers call each other before they lock.
    equal "$(field table.json 'sorted({(s["file"], s["line"], s["function"]) for s in r["steps"]
        if s["operation"] == "lock-acquire" and s["thread"] == 0 and s["object"] == "m"})')" \
        "[('places.cc', 22, 'wait_for_it')]"
done
# Headers call each other before they access memory, too; in the sentence, the
# table, and the two places of a data race.
cat >queue.cc <<'C'
#include <cassert>
#include <deque>
#include <pthread.h>
static std::deque<int> q;
static void *work(void *arg)
{
    if (q.empty())
        q.push_back(1);
    return arg;
}
int main()
{
    pthread_t t[2];
    for (auto &one : t)
        pthread_create(&one, nullptr, work, nullptr);
    for (auto one : t)
        pthread_join(one, nullptr);
    assert(q.size() == 1);
    return 0;
}
C
"$RADDLE" c++ -g -O0 -pthread queue.cc -o queue
expect 1 "$RADDLE" test -q -k -n 300 --jobs 1 --fresh --out deque --json report ./queue
equal "$(field report 'sorted({(p["file"], p["line"]) for f in r["findings"]
    if f["kind"] == "assertion" for x in f["explanation"]["facts"] for p in x["steps"]})')" \
    "[('queue.cc', 7), ('queue.cc', 8)]"
equal "$(field report 'sorted({p.split(":")[0] for f in r["findings"]
    if f["race"] is not None for p in (f["location"], f["race"]["other"])})')" "['queue.cc']"
expect 1 "$RADDLE" show --json table.json deque/assertion-*.schedule
equal "$(field table.json 'sorted({(s["file"], s["line"]) for s in r["steps"]
    if s["operation"] in ("read", "write") and s["thread"] > 0})')" \
    "[('queue.cc', 7), ('queue.cc', 8)]"
# Main makes the pool first, through many calls of headers: it does not use up
# what is recorded of the calls around a step.
cat >pool.cc <<'C'
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <thread>
#include <vector>
struct Pool {
    explicit Pool(int n) { for (int i = 0; i < n; i++) threads.emplace_back([this] { run(); }); }
    ~Pool()
    {
        { std::lock_guard<std::mutex> l(m); stop = true; }
        cv.notify_all();
        for (auto &t : threads) t.join();
    }
    void post(std::function<void()> f)
    {
        std::lock_guard<std::mutex> l(m);
        if (stop) throw std::runtime_error("stopped");
        jobs.push(std::move(f));
        cv.notify_one();
    }
    void run()
    {
        for (;;) {
            std::function<void()> f;
            {
                std::unique_lock<std::mutex> l(m);
                cv.wait(l, [this] { return stop || !jobs.empty(); });
                if (jobs.empty()) return;
                f = std::move(jobs.front());
                jobs.pop();
            }
            f();
        }
    }
    std::vector<std::thread> threads;
    std::queue<std::function<void()>> jobs;
    std::mutex m;
    std::condition_variable cv;
    bool stop = false;
};
int main()
{
    Pool pool(2);
    pool.post([&pool] { pool.post([] {}); });
    return 0;
}
C
"$RADDLE" c++ -g -O0 -pthread pool.cc -o pool
# On a terminal no line is wider but commands to copy.
NO_COLOR=1 COLUMNS=80 expect 1 python3 -c 'import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
    "$RADDLE" test --jobs 1 --fresh --out pools ./pool
long=$(tr '\r' '\n' <out | sed 's,\x1b\[K,,g' | awk 'length > 82 && !/raddle (replay|show|report) /')
[ -z "$long" ] || fail "wider than the terminal: $long"
expect 1 "$RADDLE" show --json table.json pools/cpp-terminate-*.schedule
equal "$(field table.json 'sorted({s["file"] for s in r["steps"] if s["thread"] > 0
    and s["object"] and s["object"].startswith("main::pool")})')" "['pool.cc']"
! grep -q 'allocated in operator' out || fail "a block has no line"
