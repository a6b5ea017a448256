# A C++ program of two files with long names: the lanes name the file of each
# line, the values beside them keep their columns, and the numbers are those of
# the terminal.  Then the program is gone: the page says one thing about that.
. "$(dirname "$0")/common.inc"
cat >store.hpp <<'C'
#include <mutex>
namespace warehouse { namespace inventory {
template <typename Value> struct concurrent_multi_index_container {
    std::mutex guarding_mutex_of_the_container;
    Value number_of_elements_ever_inserted{};
};
extern concurrent_multi_index_container<long> the_global_container_of_everything;
void insert(long value);
} }
C
cat >store.cpp <<'C'
#include "store.hpp"
namespace warehouse { namespace inventory {
concurrent_multi_index_container<long> the_global_container_of_everything;
void insert(long value)
{
    long n = the_global_container_of_everything.number_of_elements_ever_inserted;
    std::lock_guard<std::mutex> guard(the_global_container_of_everything.guarding_mutex_of_the_container);
    the_global_container_of_everything.number_of_elements_ever_inserted = n + value;
}
} }
C
cat >main.cpp <<'C'
#include "store.hpp"
#include <cassert>
#include <thread>
using namespace warehouse::inventory;
int main()
{
    std::thread a(insert, 1), b(insert, 1);
    a.join();
    b.join();
    assert(the_global_container_of_everything.number_of_elements_ever_inserted == 2);
}
C
"$RADDLE" c++ -g -pthread main.cpp store.cpp -o prog
"$RADDLE" test --jobs 1 -n 400 --out campaign ./prog >tested 2>&1 || [ $? = 1 ]
"$RADDLE" report campaign -o report.html
"$RADDLE" report campaign --json data.json
mv prog elsewhere
"$RADDLE" report campaign -o moved.html 2>/dev/null
"$RADDLE" report campaign --json moved.json 2>/dev/null
browse
