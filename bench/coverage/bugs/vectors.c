/* vectors.c - a decoder of pictures finds out which instructions the processor
 * has when the first picture is decoded.  What was found is stored, and those
 * that the user has forbidden are taken out of it afterwards; who looks in
 * between takes it as it is.
 *
 * After libjpeg-turbo's init_simd (simd_support is set and then limited by
 * JSIMD_FORCESSE2 and the like; issue 87, "Data race in init_simd()").
 *
 * CLASS: initialisation without a lock, in two steps
 * FAILS: assertion
 * CAUSE: vectors.c:51 `simd_support = cpu_support();` can be seen from here on
 * CAUSE: vectors.c:53 `simd_support &= s->allowed;` is right only now
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define DECODERS 4
#define PICTURES 2
#define BLOCKS 3

enum { MMX = 1, SSE2 = 2, AVX2 = 4, UNKNOWN = 0x80 };

struct settings {
    int allowed;
};
struct decoder {
    int id, transform, blocks;
};
static const struct settings settings = { .allowed = MMX | SSE2 };
static atomic_int simd_support = UNKNOWN;
static struct {
    pthread_mutex_t lock;
    int pictures, with[AVX2 + 1];
} statistics = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int cpu_support(void)
{
    static const int leaves[] = { MMX, SSE2, AVX2 };
    int found = 0;

    for (int i = 0; i < 3; i++)
        found |= leaves[i];
    return found;
}

static void init_simd(const struct settings *s)
{
    if (simd_support != UNKNOWN)
        return;
    simd_support = cpu_support();
    if (s->allowed != 0)
        simd_support &= s->allowed;
}

static int choose_transform(void)
{
    static const int best_first[] = { AVX2, SSE2, MMX };

    init_simd(&settings);
    for (int i = 0; i < 3; i++) {
        if (simd_support & best_first[i])
            return best_first[i];
    }
    return 0;
}

static void decode(struct decoder *d)
{
    d->transform = choose_transform();
    for (int i = 0; i < BLOCKS; i++) {
        assert(settings.allowed & d->transform);
        d->blocks++;
    }
    pthread_mutex_lock(&statistics.lock);
    statistics.pictures++;
    statistics.with[d->transform]++;
    pthread_mutex_unlock(&statistics.lock);
}

static void *decoder(void *argument)
{
    struct decoder d = { .id = (int)(long)argument };

    for (int i = 0; i < PICTURES; i++)
        decode(&d);
    assert(d.blocks == PICTURES * BLOCKS);
    return NULL;
}

int main(void)
{
    pthread_t t[DECODERS];

    for (long i = 0; i < DECODERS; i++)
        pthread_create(&t[i], NULL, decoder, (void *)i);
    for (int i = 0; i < DECODERS; i++)
        pthread_join(t[i], NULL);
    assert(statistics.pictures == DECODERS * PICTURES);
    assert(statistics.with[SSE2] == statistics.pictures);
    return 0;
}
