/* keys.c - thread-specific data: pthread_key_create and its relatives.
 *
 * The C library's own tables would do except at a thread's end: the code that
 * runs the destructors also ends the kernel thread, and there is no other
 * exported way to run them.  So all values are stored here, from the first call
 * of a constructor on.  C++ thread_local objects stay with the C library: their
 * list is thread-local itself, hence the donor's, and __call_tls_dtors runs it
 * (and prevents the unloading of the object's library meanwhile).
 *
 * A key's generation is odd while the key exists (as in glibc): a value that
 * was set under an older generation is invalid, without a search through every
 * thread. */
#include "runtime/explore/exploring.h"
#include "runtime/core/thread.h"

#include "runtime/core/persistent.h"
#include "runtime/core/runtime_memory.h"
#include "runtime/recur/needs.h"
#include "runtime/threads/keys.h"
#include "runtime/sched/family.h"

#include "base/hash.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#define NEAR_KEYS 32 /* of which every thread has values */
#define FAR_SIZE ((RDL_MAX_KEYS - NEAR_KEYS) * sizeof(struct key_value))

RDL_REAL_VERSION(void, __call_tls_dtors, "GLIBC_PRIVATE", void);
/* For threads that run freely: they use the C library's keys. */
RDL_REAL(int, pthread_key_create, pthread_key_t *, void (*)(void *));
RDL_REAL(int, pthread_key_delete, pthread_key_t);
RDL_REAL(void *, pthread_getspecific, pthread_key_t);
RDL_REAL(int, pthread_setspecific, pthread_key_t, const void *);

struct key {
    uintptr_t generation;
    void (*destructor)(void *);
};

struct key_value {
    uintptr_t generation; /* generation of the key when it was set */
    void *value;
};

struct values {
    uint32_t limit; /* one past the highest key ever set */
    struct key_value near[NEAR_KEYS];
};

static struct key keys[RDL_MAX_KEYS];
static size_t n_keys; /* number of keys that ever existed */
/* By tid.  A rewind restores main's: constructors may have set some. */
static struct values values[RDL_MAX_THREADS];
/* Values of the keys from NEAR_KEYS on, by tid: mapped at the first set and
 * reused by the next thread with that number. */
static struct key_value *far[RDL_MAX_THREADS];
/* For main: constructors may set some, and a rewind restores them like all
 * variables; a mapping would belong to an execution. */
static struct key_value far_of_main[RDL_MAX_KEYS - NEAR_KEYS];
static size_t n_far;

RDL_KEEP_USED(keys, n_keys);
RDL_KEEP_USED(values, rdl_threads_limit);
RDL_KEEP_USED(far, n_far);
RDL_KEEP_USED(far_of_main, n_keys); /* some more than needed */

int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
void *__pthread_getspecific(pthread_key_t key);
int __pthread_setspecific(pthread_key_t key, const void *value);

static bool keys_key_exists(pthread_key_t key)
{
    return key < RDL_MAX_KEYS && (keys[key].generation & 1) != 0;
}

/* Constructors run before the scheduler exists, on the future thread 0. */
static struct rdl_thread *keys_caller(void)
{
    return rdl_self != NULL ? rdl_self : rdl_thread_at(0);
}

/* Where t has its value of `key`; NULL if it never had one. */
static struct key_value *keys_value_of(const struct rdl_thread *t,
                                       pthread_key_t key)
{
    if (key < NEAR_KEYS)
        return &values[t->tid].near[key];
    return far[t->tid] != NULL ? &far[t->tid][key - NEAR_KEYS] : NULL;
}

static bool keys_map_far(struct rdl_thread *t)
{
    if (t->tid >= n_far)
        n_far = t->tid + 1u;
    far[t->tid] = t->tid == 0 ? far_of_main : rdl_runtime_memory_map(FAR_SIZE);
    return far[t->tid] != NULL;
}

static inline void keys_note(void (*what)(void))
{
    if (unlikely(rdl_exploring) && rdl_controlled())
        what();
}

int rdl_key_create(pthread_key_t *key, void (*destructor)(void *), uintptr_t pc)
{
    if (unlikely(rdl_runs_free))
        return REAL(pthread_key_create)(key, destructor);
    if (rdl_controlled())
        rdl_point(RDL_OP_KEY, key, sizeof(*key), pc);
    keys_note(rdl_exploring_key_changed);
    for (pthread_key_t i = 0; i < RDL_MAX_KEYS; i++) {
        if (keys_key_exists(i))
            continue;
        if (i >= n_keys)
            n_keys = i + 1;
        keys[i].generation++;
        keys[i].destructor = destructor;
        rdl_call_touches(key, sizeof(*key), /*writes=*/true);
        *key = i;
        return 0;
    }
    return EAGAIN;
}

RDL_EXPORT int pthread_key_create(pthread_key_t *key,
                                  void (*destructor)(void *))
{
    return rdl_key_create(key, destructor, RDL_PC);
}

RDL_EXPORT int __pthread_key_create(pthread_key_t *key,
                                    void (*destructor)(void *))
{
    return rdl_key_create(key, destructor, RDL_PC);
}

int rdl_key_delete(pthread_key_t key, uintptr_t pc)
{
    if (unlikely(rdl_runs_free))
        return REAL(pthread_key_delete)(key);
    if (key >= RDL_MAX_KEYS)
        return EINVAL;
    if (rdl_controlled())
        rdl_point(RDL_OP_KEY, (void *)(uintptr_t)key, 1, pc);
    keys_note(rdl_exploring_key_changed);
    if (!keys_key_exists(key))
        return EINVAL;
    keys[key].generation++;
    return 0;
}

RDL_EXPORT int pthread_key_delete(pthread_key_t key)
{
    return rdl_key_delete(key, RDL_PC);
}

RDL_EXPORT void *pthread_getspecific(pthread_key_t key)
{
    struct key_value *v;

    if (unlikely(rdl_runs_free))
        return REAL(pthread_getspecific)(key);
    if (key >= RDL_MAX_KEYS)
        return NULL;
    keys_note(rdl_exploring_key_used);
    v = keys_value_of(keys_caller(), key);
    if (v == NULL || v->generation != keys[key].generation)
        return NULL;
    return v->value;
}

RDL_EXPORT void *__pthread_getspecific(pthread_key_t key)
{
    return pthread_getspecific(key);
}

RDL_EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
    struct rdl_thread *t = keys_caller();
    struct key_value *v;

    if (unlikely(rdl_runs_free))
        return REAL(pthread_setspecific)(key, value);
    keys_note(rdl_exploring_key_used);
    if (!keys_key_exists(key))
        return EINVAL;
    v = keys_value_of(t, key);
    if (v == NULL) {
        if (value == NULL)
            return 0;
        if (!keys_map_far(t))
            return ENOMEM;
        v = keys_value_of(t, key);
    }
    v->generation = keys[key].generation;
    v->value = (void *)value;
    if (key >= values[t->tid].limit)
        values[t->tid].limit = key + 1;
    return 0;
}

RDL_EXPORT int __pthread_setspecific(pthread_key_t key, const void *value)
{
    return pthread_setspecific(key, value);
}

uint64_t rdl_keys_state(const struct rdl_thread *t, uint64_t state)
{
    for (pthread_key_t key = 0; key < values[t->tid].limit; key++) {
        const struct key_value *v = keys_value_of(t, key);

        if (v != NULL && v->generation == keys[key].generation)
            state = rdl_fold(state, (uintptr_t)v->value + key);
    }
    return state;
}

/* Does t's value of `key` have a destructor to call? */
static bool keys_is_due(const struct key_value *v, pthread_key_t key)
{
    return v != NULL && v->value != NULL &&
           v->generation == keys[key].generation &&
           keys[key].destructor != NULL;
}

/* One round over all keys; false: there was nothing to do. */
static bool keys_destroy_values(struct rdl_thread *t)
{
    bool any = false;

    for (pthread_key_t key = 0; key < values[t->tid].limit; key++) {
        struct key_value *v = keys_value_of(t, key);
        void *value;

        if (!keys_is_due(v, key))
            continue;
        /* Another thread may delete the key now.  The location is the
         * destructor's first instruction: no line of the target calls it. */
        rdl_point(RDL_OP_KEY, (void *)(uintptr_t)key, 1,
                  (uintptr_t)keys[key].destructor + 1);
        if (!keys_is_due(v, key))
            continue;
        any = true;
        value = v->value;
        v->value = NULL;
        keys[key].destructor(value);
    }
    return any;
}

void rdl_keys_new_thread(struct rdl_thread *t)
{
    if (values[t->tid].limit == 0)
        return;
    if (values[t->tid].limit > NEAR_KEYS)
        memset(far[t->tid], 0, FAR_SIZE);
    values[t->tid] = (struct values){ .limit = 0 };
}

void rdl_keys_end_thread(struct rdl_thread *t)
{
    REAL(__call_tls_dtors)();
    for (int i = 0; i < PTHREAD_DESTRUCTOR_ITERATIONS; i++) {
        if (!keys_destroy_values(t))
            break;
    }
}

const struct rdl_family rdl_family_keys = {
    .thread_leaves = rdl_keys_end_thread,
};
