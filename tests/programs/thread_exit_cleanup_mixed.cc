/* thread_exit_cleanup_mixed.cc - frames of C++, of C with setjmp buffers (what
 * pthread_cleanup_push is without exceptions) and with the older handlers, left
 * in turn: each is cleaned up before the one that called it.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <cassert>
#include <pthread.h>
#include <setjmp.h>
#include <string>

/* Called by objects that were compiled without exceptions. */
extern "C" {
void __pthread_register_cancel(__pthread_unwind_buf_t *);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *);
void __pthread_unwind_next(__pthread_unwind_buf_t *) __attribute__((noreturn));
void _pthread_cleanup_push(_pthread_cleanup_buffer *, void (*)(void *), void *);
void _pthread_cleanup_pop(_pthread_cleanup_buffer *, int);
}

struct Note {
    std::string &log;
    char what;
    ~Note()
    {
        log += what;
    }
};

static void note_h(void *log)
{
    *static_cast<std::string *>(log) += 'h';
}

static __attribute__((noinline)) void innermost(std::string &log)
{
    Note note{ log, 'i' };

    pthread_exit(&log);
}

static __attribute__((noinline)) void with_handler(std::string &log)
{
    _pthread_cleanup_buffer handler;

    _pthread_cleanup_push(&handler, note_h, &log);
    innermost(log);
    _pthread_cleanup_pop(&handler, 0);
}

static __attribute__((noinline)) void with_object(std::string &log)
{
    Note note{ log, 'o' };

    with_handler(log);
}

static __attribute__((noinline)) void with_buffer(std::string &log)
{
    __pthread_unwind_buf_t buffer;

    if (__sigsetjmp((__jmp_buf_tag *)(void *)&buffer, 0) != 0) {
        log += 'b';
        __pthread_unwind_next(&buffer);
    }
    __pthread_register_cancel(&buffer);
    with_object(log);
    __pthread_unregister_cancel(&buffer);
}

static void *work(void *argument)
{
    std::string &log = *static_cast<std::string *>(argument);
    Note note{ log, 'w' };

    with_buffer(log);
    return nullptr;
}

int main()
{
    std::string logs[2];
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], nullptr, work, &logs[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], nullptr);
        assert(logs[i] == "ihobw");
    }
    return 0;
}
