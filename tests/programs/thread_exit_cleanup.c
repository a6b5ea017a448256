/* thread_exit_cleanup.c - pthread_exit from a nested call runs the cleanup
 * handlers of all callers, newest first, then the key destructors;
 * also where the compiler made them cleanups (-fexceptions).
 * EXPECT: clean
 * EXECUTIONS: 100
 * CFLAGS: ; -fexceptions
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct log {
    char text[16];
    int n;
};

static pthread_key_t key;

static void note(struct log *log, char what)
{
    log->text[log->n++] = what;
}

static void note_a(void *log)
{
    note(log, 'a');
}

static void note_b(void *log)
{
    note(log, 'b');
}

static void note_c(void *log)
{
    note(log, 'c');
}

static void note_key(void *log)
{
    note(log, 'k');
}

static __attribute__((noinline)) void inner(struct log *log)
{
    pthread_cleanup_push(note_c, log);
    pthread_cleanup_push(note_a, log);
    pthread_cleanup_pop(0); /* taken out again: does not run */
    pthread_exit(log);
    pthread_cleanup_pop(0);
}

static void *work(void *log)
{
    pthread_setspecific(key, log);
    pthread_cleanup_push(note_a, log);
    pthread_cleanup_push(note_b, log);
    inner(log);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    struct log logs[2];
    pthread_t threads[2];

    memset(logs, 0, sizeof(logs));
    pthread_key_create(&key, note_key);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &logs[i]);
    for (int i = 0; i < 2; i++) {
        void *result;

        assert(pthread_join(threads[i], &result) == 0);
        assert(result == &logs[i]);
        assert(strcmp(logs[i].text, "cbak") == 0);
    }
    return 0;
}
