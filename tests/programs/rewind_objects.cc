/* rewind_objects.cc - objects with static storage are constructed once per
 * execution (those of functions) or as before main, and destroyed under control
 * at each end.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <atomic>
#include <cassert>
#include <map>
#include <mutex>
#include <pthread.h>
#include <string>
#include <vector>

static std::mutex lock;
static std::atomic<int> alive;

struct Object {
    std::vector<std::string> words;
    int state = 1;

    Object(int n) : words(n, "a string that is longer than a few letters")
    {
        alive++;
    }
    ~Object()
    {
        std::lock_guard<std::mutex> held(lock);

        assert(state == 2);
        state = 3;
        alive--;
        /* The last one: constructed first. */
        if (words.size() == 1)
            assert(alive == 0);
    }
};

static Object early(1);
static std::map<std::string, int> names{ { "one", 1 }, { "two", 2 } };

static Object &of_function()
{
    static Object object(2);

    return object;
}

static void *run(void *argument)
{
    thread_local Object mine(3);

    mine.state = 2;
    std::lock_guard<std::mutex> held(lock);
    assert(of_function().words.size() == 2);
    names[static_cast<const char *>(argument)] = 3;
    return nullptr;
}

int main()
{
    pthread_t a, b;

    assert(alive == 1 && early.state == 1 && early.words.size() == 1);
    assert(names.size() == 2 && names["one"] == 1 && names["two"] == 2);
    assert(of_function().state == 1 && alive == 2);
    pthread_create(&a, NULL, run, const_cast<char *>("three"));
    pthread_create(&b, NULL, run, const_cast<char *>("four"));
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(names.size() == 4 && alive == 2);
    early.words[0] = "changed";
    early.state = of_function().state = 2;
    names.erase("one");
    return 0;
}
