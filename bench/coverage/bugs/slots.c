/* slots.c - samples go from one thread to another without either ever waiting:
 * of three slots the sampler takes one that is neither the latest nor being
 * read.  The controller sees which is the latest, and says that it reads it,
 * in two steps; the sampler, which knows only of the read before, may have come
 * round to that slot in between.
 *
 * After the three slots that Simpson shows to need an indivisible copy, and
 * replaces by four (Four-slot Fully Asynchronous Communication Mechanism, IEE
 * Proceedings 137 E, 1990).
 *
 * CLASS: atomicity, several variables, without locks, three preemptions
 * FAILS: assertion
 * CAUSE: slots.c:69 `reading = latest;` read, and written later
 * CAUSE: slots.c:47 `int slot = other_than(latest, reading);` takes the same
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 3
#define SAMPLES 8
#define READS 4
#define CHANNELS 3

static struct {
    atomic_int channel[CHANNELS], checksum;
} slots[SLOTS];
static atomic_int latest, reading;

static int other_than(int a, int b)
{
    int slot = 0;

    while (slot == a || slot == b)
        slot++;
    return slot;
}

static int sensor(int channel, int time)
{
    return (channel + 1) * 10 + time;
}

static void *sampler(void *unused)
{
    for (int time = 1; time <= SAMPLES; time++) {
        int slot = other_than(latest, reading);
        int sum = 0;

        for (int i = 0; i < CHANNELS; i++) {
            int value = sensor(i, time);

            slots[slot].channel[i] = value;
            sum += value;
        }
        slots[slot].checksum = sum;
        latest = slot;
    }
    return unused;
}

static void *controller(void *unused)
{
    int before = 0;

    for (int n = 0; n < READS; n++) {
        int sum = 0;

        reading = latest;
        for (int i = 0; i < CHANNELS; i++)
            sum += slots[reading].channel[i];
        assert(sum == slots[reading].checksum);
        assert(sum >= before);
        before = sum;
    }
    return unused;
}

int main(void)
{
    pthread_t s, c;

    pthread_create(&s, NULL, sampler, NULL);
    pthread_create(&c, NULL, controller, NULL);
    pthread_join(s, NULL);
    pthread_join(c, NULL);
    return 0;
}
