/* cancel_cpp_destructors.cc - pthread_exit and cancellation run the destructors
 * of all frames, pass through catch (...) that rethrows, and run handlers.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <cassert>
#include <pthread.h>
#include <semaphore.h>
#include <string>

struct Note {
    Note(std::string &log, char what) : log(log), what(what)
    {
    }
    ~Note()
    {
        log += what;
    }
    std::string &log;
    char what;
};

static sem_t never;

static void push_h(void *log)
{
    *static_cast<std::string *>(log) += 'h';
}

static void leave(std::string &log, bool by_exit)
{
    Note c(log, 'c');

    if (by_exit)
        pthread_exit(&log);
    for (;;)
        sem_wait(&never);
}

static void catching(std::string &log, bool by_exit)
{
    try {
        Note b(log, 'b');
        leave(log, by_exit);
    } catch (int) {
        log += 'x';
    } catch (...) {
        log += '!';
        throw;
    }
}

static void *run(std::string &log, bool by_exit)
{
    Note a(log, 'a');

    pthread_cleanup_push(push_h, &log);
    catching(log, by_exit);
    pthread_cleanup_pop(0);
    return nullptr;
}

static void *run_exit(void *log)
{
    return run(*static_cast<std::string *>(log), true);
}

static void *run_cancel(void *log)
{
    return run(*static_cast<std::string *>(log), false);
}

int main()
{
    std::string left, cancelled;
    pthread_t a, b;
    void *result;

    sem_init(&never, 0, 0);
    pthread_create(&a, nullptr, run_exit, &left);
    pthread_create(&b, nullptr, run_cancel, &cancelled);
    assert(pthread_cancel(b) == 0);
    assert(pthread_join(a, &result) == 0 && result == &left);
    assert(pthread_join(b, &result) == 0 && result == PTHREAD_CANCELED);
    assert(left == "cb!ha");
    assert(cancelled == "cb!ha");
    return 0;
}
