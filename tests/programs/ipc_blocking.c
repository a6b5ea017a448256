/* ipc_blocking.c - record locks of open files, System V semaphores and
 * messages, POSIX queues: a thread that waits for one does not stop the thread
 * that gives it.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <time.h>
#include <unistd.h>

/* One name space for the machine: what two compilers made runs side by side. */
#ifdef __clang__
#define QUEUE "/raddle_ipc_clang"
#else
#define QUEUE "/raddle_ipc_gcc"
#endif

static char path[] = "ipc_XXXXXX";
static mqd_t queue;
static volatile int given;

struct message {
    long type;
    char text[8];
};

static struct flock whole(int type)
{
    return (struct flock){ .l_type = (short)type, .l_whence = SEEK_SET };
}

/* The kernel's numbers of a semaphore set and a message queue differ each
 * time: they travel in the thread's argument, not through memory. */
static int first(const void *ids)
{
    return (int)((long)ids & 0x7fffffff);
}
static int second(const void *ids)
{
    return (int)((long)ids >> 32);
}

static void *taker(void *ids)
{
    const struct timespec limit = { .tv_sec = 1 };
    struct sembuf down = { .sem_op = -1 };
    struct message m;
    struct flock lock = whole(F_WRLCK);
    char text[16];
    int fd = open(path, O_RDWR);

    assert(semop(first(ids), &down, 1) == 0 && given >= 1);
    assert(msgrcv(second(ids), &m, sizeof(m.text), 7, 0) == 5 && given >= 2);
    assert(strcmp(m.text, "weft") == 0);
    assert(mq_receive(queue, text, sizeof(text), NULL) == 5 && given >= 3);
    assert(fcntl(fd, F_OFD_SETLKW, &lock) == 0 && given >= 4);
    assert(semtimedop(first(ids), &down, 1, &limit) == -1 && errno == EAGAIN);
    close(fd);
    return NULL;
}

static void *giver(void *ids)
{
    struct sembuf up = { .sem_op = 1 };
    struct message m = { .type = 7, .text = "weft" };
    struct flock lock = whole(F_WRLCK), unlock = whole(F_UNLCK);
    int fd = open(path, O_RDWR);

    assert(fcntl(fd, F_OFD_SETLKW, &lock) == 0);
    given = 1;
    assert(semop(first(ids), &up, 1) == 0);
    given = 2;
    assert(msgsnd(second(ids), &m, 5, 0) == 0);
    given = 3;
    assert(mq_send(queue, "warp", 5, 1) == 0);
    given = 4;
    assert(fcntl(fd, F_OFD_SETLK, &unlock) == 0);
    close(fd);
    return NULL;
}

int main(void)
{
    struct mq_attr attr = { .mq_maxmsg = 2, .mq_msgsize = 16 };
    int semaphores, messages;
    pthread_t a, b;
    void *ids;

    assert(mkstemp(path) >= 0);
    semaphores = semget(IPC_PRIVATE, 1, 0600);
    messages = msgget(IPC_PRIVATE, 0600);
    queue = mq_open(QUEUE, O_RDWR | O_CREAT, 0600, &attr);
    assert(semaphores >= 0 && messages >= 0 && queue >= 0);
    mq_unlink(QUEUE);
    ids = (void *)((long)messages << 32 | semaphores);
    pthread_create(&a, NULL, taker, ids);
    pthread_create(&b, NULL, giver, ids);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    semctl(semaphores, 0, IPC_RMID);
    msgctl(messages, IPC_RMID, NULL);
    unlink(path);
}
