/* apart.c - runs the threads of a test one at a time, each from its beginning
 * to its end, in any order.  A test that asserts what its calls return one
 * after the other holds then, or the assertion is wrong.
 *
 * It is linked to a test that was compiled with -Dpthread_create=..., on the
 * user's machine. */
#include <pthread.h>
#include <stdlib.h>

int rdl_gen_apart_create(pthread_t *thread, const pthread_attr_t *attr,
                         void *(*function)(void *), void *data);

struct apart {
    void *(*function)(void *);
    void *data;
};

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void *apart_run(void *data)
{
    const struct apart one = *(struct apart *)data;
    void *result;

    free(data);
    pthread_mutex_lock(&turn);
    result = one.function(one.data);
    pthread_mutex_unlock(&turn);
    return result;
}

int rdl_gen_apart_create(pthread_t *thread, const pthread_attr_t *attr,
                         void *(*function)(void *), void *data)
{
    struct apart *one = malloc(sizeof(*one));

    if (one == NULL)
        abort();
    *one = (struct apart){ function, data };
    return pthread_create(thread, attr, apart_run, one);
}
