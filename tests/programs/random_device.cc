/* random_device.cc - std::random_device works in every thread.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <cassert>
#include <random>
#include <set>
#include <thread>

static std::set<unsigned> draw()
{
    std::random_device device;
    std::set<unsigned> values;

    for (int i = 0; i < 4; i++)
        values.insert(device());
    return values;
}

int main()
{
    std::set<unsigned> a, b;
    std::thread first([&] { a = draw(); }), second([&] { b = draw(); });

    first.join();
    second.join();
    a.insert(b.begin(), b.end());
    assert(a.size() >= 7); /* 8 values of 32 bits: two equal pairs never */
}
