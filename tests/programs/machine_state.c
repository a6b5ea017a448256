/* machine_state.c - free memory, load, free space, a random UUID and the files
 * of /proc that tell about them are the same in every execution, and plausible.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static volatile unsigned long told; /* its values are part of the execution */

static const char *const texts[][2] = {
    { "/proc/uptime", "1000.00 1000.00\n" },
    { "/proc/loadavg", "0.00 0.00 0.00 1/100 4500000\n" },
    { "/proc/stat", "cpu 0 0 " },
    { "/proc/meminfo", "MemTotal: " },
    { "/proc/vmstat", "" },
    { "/proc/self/stat", "4500000 (" },
    { "/proc/thread-self/stat", "4500000 (" },
    { "/proc/4500000/task/4500000/stat", "4500000 (" },
    { "/proc/self/status", "Name:\tmachine_state" },
    { "/proc/self/io", "rchar: 0\n" },
};

static void uuid(char out[37])
{
    int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY);

    assert(fd >= 0 && read(fd, out, 37) == 37);
    assert(out[8] == '-' && out[14] == '4' && out[36] == '\n');
    for (int i = 0; i < 37; i++)
        told = (unsigned char)out[i];
    close(fd);
}

/* The text of a file under /proc that changes from moment to moment. */
static void text(const char *path, const char *begins)
{
    char of[600];
    int fd = open(path, O_RDONLY);
    ssize_t n = read(fd, of, sizeof(of));
    unsigned long sum = 0;

    assert(n > 0 && strncmp(of, begins, strlen(begins)) == 0);
    for (ssize_t i = 0; i < n; i++)
        sum = 31 * sum + (unsigned char)of[i];
    told = sum;
    close(fd);
}

/* A descriptor that stays open shows what is new, from the beginning. */
static long number(int fd, const char *behind)
{
    char of[700]; /* before what differs between kernel threads: the CPUs */
    const ssize_t n = pread(fd, of, sizeof(of) - 1, 0);

    assert(n > 0);
    of[n] = '\0';
    return atol(strstr(of, behind) + strlen(behind));
}

/* Reading it again and again, a program may wait for the time. */
static void wait_for_a_second(int fd)
{
    const long since = number(fd, "");

    while (number(fd, "") == since)
        ;
}

static void *look(void *argument)
{
    char one[37], other[37];
    struct sysinfo s;
    struct statvfs disk;

    assert(sysinfo(&s) == 0 && s.freeram <= s.totalram && s.freeram > 0);
    assert(statvfs(".", &disk) == 0 && disk.f_bavail <= disk.f_blocks);
    told = s.freeram;
    told = s.procs;
    told = s.loads[0];
    told = (unsigned long)s.uptime;
    told = disk.f_bavail;
    told = disk.f_ffree;
    uuid(one);
    uuid(other);
    assert(memcmp(one, other, 37) != 0);
    return argument;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *enter(void *argument)
{
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return look(argument);
}

int main(void)
{
    const int status = open("/proc/self/status", O_RDONLY);
    pthread_t t;

    assert(number(status, "Threads:") == 1);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, enter, NULL);
    assert(number(status, "Threads:") == 2);
    pthread_mutex_unlock(&gate);
    look(NULL);
    pthread_join(t, NULL);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        text(texts[i][0], texts[i][1]);
    assert(number(status, "Threads:") == 1);
    wait_for_a_second(open("/proc/uptime", O_RDONLY));
    return 0;
}
