/* memory_regex.cc - std::regex in main leaves much unwritten memory on the
 * stack and copies some of it: executions repeat all the same, and the finding,
 * a lost update, replays.  The library is the same with clang.
 * EXPECT: assertion at 21
 * EXECUTIONS: 4
 * COMPILERS: gcc
 */
#include <cassert>
#include <regex>
#include <thread>

static int n;

int main()
{
    const std::regex r("a+b");
    std::thread one([] { n++; }), two([] { n++; });

    one.join();
    two.join();
    assert(n == 2);
}
