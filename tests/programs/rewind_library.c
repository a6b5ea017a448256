/* rewind_library.c - a library that an execution loads is not loaded in the
 * next, and its variables, those of threads too, begin anew.
 * EXPECT: clean
 * EXECUTIONS: 300
 * LIBS: -ldl
 */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

struct globals { /* of the C++ ABI */
    void *caught;
    unsigned uncaught;
};

static int first;
static void *library;

/* Does a line of /proc/self/maps name it?  What else is mapped differs from run
 * to run: not part of the event hash. */
__attribute__((no_sanitize("thread"))) static int is_mapped(const char *name)
{
    static volatile char text[65536];
    int fd = open("/proc/self/maps", O_RDONLY), n = 0, got;

    while ((got = (int)read(fd, (char *)text + n, sizeof(text) - n)) > 0)
        n += got;
    close(fd);
    for (int i = 0; i < n; i++) {
        int k = 0;

        while (name[k] != '\0' && i + k < n && text[i + k] == name[k])
            k++;
        if (name[k] == '\0')
            return 1;
    }
    return 0;
}

/* Nobody waits for a lock of the loader here: it has locks inside. */
static void *use(void *argument)
{
    struct globals *(*of_thread)(void);
    struct globals *g;

    if (first == 0)
        first = (int)(long)argument;
    of_thread =
        (struct globals * (*)(void)) dlsym(library, "__cxa_get_globals");
    assert(of_thread != NULL);
    g = of_thread();
    assert(g->caught == NULL && g->uncaught == 0);
    g->uncaught = 7;
    return NULL;
}

int main(void)
{
    double (*cosine)(double);
    void *mathematics;
    pthread_t a, b;

    assert(!is_mapped("libm.so"));
    assert(dlopen("libm.so.6", RTLD_NOW | RTLD_NOLOAD) == NULL);
    assert(dlopen("libstdc++.so.6", RTLD_NOW | RTLD_NOLOAD) == NULL);
    mathematics = dlopen("libm.so.6", RTLD_NOW);
    library = dlopen("libstdc++.so.6", RTLD_NOW);
    assert(mathematics != NULL && library != NULL);
    cosine = (double (*)(double))dlsym(mathematics, "cos");
    assert(cosine(0) == 1);
    pthread_create(&a, NULL, use, (void *)1);
    pthread_create(&b, NULL, use, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 1)
        assert(dlclose(library) == 0 && dlclose(mathematics) == 0);
    return 0;
}
