/* loader_two_threads.c - two threads load and unload libraries at a time: the
 * loader's lock is a lock inside libc.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void *load(void *argument)
{
    void *library;
    double (*f)(double);

    for (int i = 0; i < 2; i++) {
        library = dlopen(argument, RTLD_NOW);
        assert(library != NULL);
        *(void **)&f = dlsym(library, "cos");
        assert(f != NULL && f(0.0) == 1.0);
        assert(dlsym(library, "no_such_name") == NULL);
        assert(dlerror() != NULL);
        assert(dlclose(library) == 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, load, "libm.so.6");
    pthread_create(&b, NULL, load, "libm.so.6");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
