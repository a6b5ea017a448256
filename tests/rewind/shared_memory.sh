# Shared memory from before main: brought back under every tracker and isolation
# that keeps the process; where that cannot be, the ladder says why.
. "$(dirname "$0")/common.inc"
"$RADDLE" cc -g -O1 -pthread "$programs/rewind_shared_memory.c" -o kinds
for isolation in rewind fork exec; do
    for track in auto $trackers; do
        [ $isolation = rewind ] || [ $track = auto ] || continue
        expect 0 "$RADDLE" test -q -n 20 --isolation $isolation --track $track \
            --jobs 1 --json report ./kinds
        equal "$isolation $track $(field report 'r["isolation"], r["notes"]')" \
            "$isolation $track ('$isolation', [])"
    done
done

cat >one.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
static char *at;
static int first;
static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}
__attribute__((constructor)) static void before_main(void)
{
    const char *kind = getenv("KIND");
    size_t size = strcmp(kind, "large") == 0 ? 5 << 20 : 8192;
    int fd = -1;
    if (strcmp(kind, "segment") == 0) {
        at = shmat(shmget(0x7261646c, size, IPC_CREAT | 0600), NULL, 0);
        return;
    }
    if (strcmp(kind, "file") == 0) {
        fd = open("mapped", O_RDWR | O_CREAT, 0600);
        assert(ftruncate(fd, size) == 0);
    }
    at = mmap(NULL, size, PROT_READ | PROT_WRITE,
              MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
    close(fd);
}
int main(void)
{
    pthread_t a, b;
    assert(at[5000] == 0);
    at[5000] = 1;
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread one.c -o one
# What outlives the process is brought back too, but a campaign leaves it
# changed: that is said.
for kind in file segment; do
    rm -f mapped
    expect 0 env KIND=$kind "$RADDLE" test -n 50 --determinism 0 --jobs 1 \
        --json report ./one
    says "persists between executions: the file or segment that it has mapped"
    equal "$kind $(field report 'r["isolation"]')" "$kind rewind"
    ipcrm -M 0x7261646c 2>/dev/null || true
done
expect 0 env KIND=large "$RADDLE" test -n 10 --jobs 1 --json report ./one
says "it has more than 4 MiB of shared memory from before main"
equal "$(field report 'r["isolation"]')" exec
