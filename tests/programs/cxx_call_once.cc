/* cxx_call_once.cc - std::call_once: an initialiser that throws has not run;
 * a function-local static is made once.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static int tries, complete, made;

struct made_once {
    int value;

    made_once() : value(7)
    {
        made++;
    }
};

static void initialise()
{
    if (tries++ == 0)
        throw std::runtime_error("first try");
    complete++;
}

static int use()
{
    static made_once object;
    int thrown = 0;

    try {
        std::call_once(flag, initialise);
        assert(complete == 1);
    } catch (const std::runtime_error &) {
        thrown = 1;
    }
    assert(object.value == 7 && made == 1);
    return thrown;
}

int main()
{
    static int thrown[3];
    std::thread a([] { thrown[0] = use(); });
    std::thread b([] { thrown[1] = use(); });
    std::thread c([] { thrown[2] = use(); });

    a.join();
    b.join();
    c.join();
    assert(thrown[0] + thrown[1] + thrown[2] == 1);
    assert(tries == 2 && complete == 1);
    return 0;
}
