/* machine_state.c - free memory, load, free space and a random UUID are the same
 * in every execution, and plausible.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static volatile unsigned long told; /* its values are part of the execution */

static void uuid(char out[37])
{
    int fd = open("/proc/sys/kernel/random/uuid", O_RDONLY);

    assert(fd >= 0 && read(fd, out, 37) == 37);
    assert(out[8] == '-' && out[14] == '4' && out[36] == '\n');
    for (int i = 0; i < 37; i++)
        told = (unsigned char)out[i];
    close(fd);
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

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, look, NULL);
    look(NULL);
    pthread_join(t, NULL);
    return 0;
}
