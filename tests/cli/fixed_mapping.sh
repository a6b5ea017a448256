# A program that maps memory over raddle's own, at an address of its choice, is
# told so; nothing of it is a finding.
. "$(dirname "$0")/common.inc"
cat >over.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *nothing(void *unused) { return unused; }
int main(int argc, char **argv)
{
    void *at = (void *)strtoull(argv[1], NULL, 16);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, nothing, NULL);
    if (argc == 2)
        memset(mmap(at, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0), 1, 9);
    else if (strcmp(argv[2], "raw") == 0)
        syscall(SYS_mmap, at, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0);
    else if (strcmp(argv[2], "around") == 0)
        mmap((char *)at - (1 << 21), ((size_t)1 << 40) + (1 << 22), PROT_NONE,
             flags | MAP_NORESERVE, -1, 0);
    else if (strcmp(argv[2], "move") == 0)
        mremap(mmap(NULL, 4096, PROT_READ, flags & ~MAP_FIXED, -1, 0), 4096,
               4096, MREMAP_MAYMOVE | MREMAP_FIXED, at);
    else
        munmap(at, 1 << 20);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread over.c -o over
source=$(cd "$(dirname "$0")/../.." && pwd)/src/runtime/core
own=$(grep -A1 'places\[\] = ' "$source/runtime_memory.c" |
    grep -o '0x[0-9a-f]*' | head -n 1)
[ -n "$own" ] || fail "the place of raddle's memory is not known"
for how in "" raw unmap around move; do
    expect 3 "$RADDLE" test --fresh -n 5 --json report ./over "$own" $how
    equal "$(field report 'r["stop"], r["findings"],
        [n["kind"] for n in r["notes"] if n["kind"] == "fixed-mapping"]')" \
        "('unable', [], ['fixed-mapping'])"
done
expect 0 "$RADDLE" test --fresh -n 5 ./over 0x200000000000
