/* thread_local_destructors.cc - C++ thread_local objects are made in each
 * thread that uses them and destroyed at its end, newest first, before keys;
 * main's are destroyed at exit.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <string>
#include <thread>

static std::mutex lock;
static std::string *log_of_main;
static int made, destroyed;

struct Object {
    explicit Object(char name) : name(name)
    {
        std::lock_guard<std::mutex> guard(lock);
        made++;
    }
    ~Object()
    {
        std::lock_guard<std::mutex> guard(lock);
        destroyed++;
        if (log != nullptr)
            *log += name;
    }
    char name;
    std::string *log = nullptr;
};

static thread_local Object first('f');
static thread_local Object second('s');
static pthread_key_t key;

static void end_key(void *log)
{
    *static_cast<std::string *>(log) += 'k';
}

static void work(std::string *log, bool leave)
{
    pthread_setspecific(key, log);
    first.log = log;
    second.log = log;
    if (leave)
        pthread_exit(nullptr);
}

static void *leave_early(void *log)
{
    work(static_cast<std::string *>(log), true);
    return nullptr;
}

int main()
{
    std::string a, b;
    pthread_t second_thread;

    log_of_main = new std::string;
    pthread_key_create(&key, end_key);
    /* Made before thread_local ones: its exit handler runs after them. */
    std::atexit([] { assert(*log_of_main == "sf" && destroyed == made); });
    std::thread t(work, &a, false);
    pthread_create(&second_thread, nullptr, leave_early, &b);
    t.join();
    pthread_join(second_thread, nullptr);
    assert(a == "sfk" && b == "sfk");
    assert(made == 4 && destroyed == 4);
    first.log = second.log = log_of_main;
    return 0;
}
