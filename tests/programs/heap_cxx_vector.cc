/* heap_cxx_vector.cc - a reference into a vector, which grows meanwhile: its
 * elements have moved.
 * EXPECT: heap-use-after-free at 19
 * EXECUTIONS: 300
 * OPTIONS: --strategy pct
 */
#include <mutex>
#include <thread>
#include <vector>

static std::vector<int> numbers{ 1, 2, 3, 4 };
static std::mutex lock;

static void reader()
{
    lock.lock();
    int &first = numbers[0];
    lock.unlock();
    first = 5;
}

static void writer()
{
    std::lock_guard<std::mutex> held(lock);
    numbers.push_back(5);
}

int main()
{
    std::thread a(reader), b(writer);

    a.join();
    b.join();
}
