/* random.c - runs a random plan with real threads, or counts its interleavings
 * by brute force over a model of it:
 *
 *     random SEED          runs the plan
 *     random SEED count    prints interleavings that end, and deadlocks */
#include "explore_model.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static struct program plan;
static atomic_int mem[OBJECTS];
static pthread_mutex_t mutex[OBJECTS];
static pthread_cond_t condition[OBJECTS];
static sem_t semaphore[OBJECTS];
static pthread_t threads[THREADS];

static void run(int t);

static void *body(void *t)
{
    run((int)(long)t);
    return NULL;
}

static int take(const struct op *o, int reg)
{
    int expected = o->a;

    switch (o->kind) {
    case READ:
        return atomic_load(&mem[o->x]);
    case WRITE:
        atomic_store(&mem[o->x], o->a);
        break;
    case PUT:
        atomic_store(&mem[o->x], reg + o->a);
        break;
    case CAS:
        return atomic_compare_exchange_strong(&mem[o->x], &expected, o->b);
    case LOCK:
        pthread_mutex_lock(&mutex[o->x]);
        break;
    case UNLOCK:
        pthread_mutex_unlock(&mutex[o->x]);
        break;
    case TRY:
        return pthread_mutex_trylock(&mutex[o->x]) == 0;
    case WAIT:
        pthread_cond_wait(&condition[o->x], &mutex[o->a]);
        break;
    case SIGNAL:
        pthread_cond_signal(&condition[o->x]);
        break;
    case BROADCAST:
        pthread_cond_broadcast(&condition[o->x]);
        break;
    case DOWN:
        sem_wait(&semaphore[o->x]);
        break;
    case UP:
        sem_post(&semaphore[o->x]);
        break;
    case TRYDOWN:
        return sem_trywait(&semaphore[o->x]) == 0;
    case SPAWN:
        pthread_create(&threads[o->x], NULL, body, (void *)(long)o->x);
        break;
    case JOIN:
        pthread_join(threads[o->x], NULL);
        break;
    default:
        abort();
    }
    return reg;
}

static void run(int t)
{
    int pc = 0, reg = 0;

    while (plan.op[t][pc].kind != END) {
        const struct op *o = &plan.op[t][pc];

        if (o->kind == JUMP) {
            pc += reg == o->a ? o->b : 1;
            continue;
        }
        reg = take(o, reg);
        pc++;
    }
}

int main(int argc, char **argv)
{
    struct rdl_rng rng = {
        .state = rdl_mix(1, strtoull(argv[1], NULL, 10)),
    };

    plan_random(&plan, &rng, true);
    if (argc > 2) {
        const struct counts all = model_all(&plan);

        printf("%u %u\n", all.n[COMPLETE], all.n[DEADLOCK]);
        return 0;
    }
    for (int i = 0; i < OBJECTS; i++) {
        pthread_mutex_init(&mutex[i], NULL);
        pthread_cond_init(&condition[i], NULL);
        sem_init(&semaphore[i], 0, (unsigned)plan.sem[i]);
    }
    if (plan.spawned) {
        run(0);
        return 0;
    }
    for (int t = 0; t < plan.n; t++)
        pthread_create(&threads[t], NULL, body, (void *)(long)t);
    for (int t = 0; t < plan.n; t++)
        pthread_join(threads[t], NULL);
    return 0;
}
