/* process_exec_status.c - the program becomes another, which fails: that is
 * the end of the program under test.
 * EXPECT: exit-status at 26
 * EXECUTIONS: 50
 */
#include <pthread.h>
#include <unistd.h>

static int done;

static void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (done == 2)
        execl("/bin/sh", "sh", "-c", "exit 3", (char *)NULL);
}
