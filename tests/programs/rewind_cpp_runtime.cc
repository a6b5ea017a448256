/* rewind_cpp_runtime.cc - what the C++ library keeps: handlers, flags of the
 * streams, the global locale, exceptions under way, call_once.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <cassert>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <locale>
#include <mutex>
#include <new>
#include <pthread.h>
#include <stdexcept>

static std::once_flag once;
static std::exception_ptr kept;
static int called;
static std::terminate_handler began;

__attribute__((constructor)) static void before_main()
{
    began = std::get_terminate();
}

static void *run(void *argument)
{
    std::call_once(once, [] { called++; });
    try {
        throw std::runtime_error("thrown by a thread");
    } catch (...) {
        kept = std::current_exception();
    }
    return argument;
}

int main()
{
    pthread_t a, b;

    assert(std::get_terminate() == began && !std::get_new_handler());
    assert(std::uncaught_exceptions() == 0 && !std::current_exception());
    assert(!kept && called == 0);
    assert(!(std::cout.flags() & std::ios::hex) && std::cout.width() == 0);
    assert(std::cout.good() && std::cin.tie() == &std::cout);
    assert(std::locale().name() == "C");
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(called == 1 && kept);
    std::set_terminate([] { std::_Exit(3); });
    std::set_new_handler([] { std::_Exit(4); });
    std::cout << std::hex << 255 << " half a line";
    std::cout.width(9);
    std::cout.setstate(std::ios::failbit);
    std::cin.tie(nullptr);
    std::locale::global(std::locale("C.UTF-8"));
    try {
        throw std::logic_error("the process ends while it is handled");
    } catch (...) {
        std::exit(0);
    }
}
