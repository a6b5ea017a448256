/* alarm_watchdog.c - timers whose signal would end the process do not expire
 * while anybody can run: not by chance, not by reading clocks, not after a long
 * time-out.  What passes while everybody sleeps counts.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define READS 800

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int count;

static void *work(void *argument)
{
    struct timespec now;

    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < READS; i++)
        clock_gettime(CLOCK_MONOTONIC, &now);
    sem_post(&done);
    return argument;
}

int main(void)
{
    const struct itimerval profile = { .it_value.tv_sec = 20 };
    const struct itimerspec once = { .it_value.tv_sec = 50 };
    struct timespec until;
    struct itimerspec left;
    pthread_t a, b;
    timer_t timer;

    alarm(60);
    assert(setitimer(ITIMER_PROF, &profile, NULL) == 0);
    assert(timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0);
    assert(timer_settime(timer, 0, &once, NULL) == 0);
    sem_init(&done, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 300;
    sem_timedwait(&done, &until);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 6);
    sleep(7); /* everybody */
    timer_gettime(timer, &left);
    assert(left.it_value.tv_sec >= 42 && left.it_value.tv_sec <= 43);
    assert(alarm(0) == 53);
    return 0;
}
