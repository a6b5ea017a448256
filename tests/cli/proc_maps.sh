# /proc/self/maps has the same text in each execution and each replay, with every
# isolation and tracker: what raddle protects counts as writable, and what raddle
# maps for itself is not there.
. "$(dirname "$0")/common.inc"
cat >maps.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
static int written = 1;
static void *look(void *arg)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    FILE *texts = fopen(getenv("TEXTS"), "a");
    char *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned long start, end;
    char line[512], rights[5];
    int seen = 0;

    written = 2;
    while (fgets(line, sizeof(line), maps) != NULL) {
        fputs(line, texts);
        assert(sscanf(line, "%lx-%lx %4s", &start, &end, rights) == 3);
        if ((start <= (unsigned long)&written && (unsigned long)&written < end) ||
            (start <= (unsigned long)&line && (unsigned long)&line < end))
            seen += strcmp(rights, "rw-p") == 0;
        seen += strstr(line, "memfd:raddle") != NULL ? 100 : 0;
    }
    fputs("--\n", texts);
    fclose(texts);
    fclose(maps);
    munmap(shared, 4096);
    assert(seen == 2);
    return arg;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    assert(written == 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread maps.c -o maps
export TEXTS=texts
for way in --track=copy --track=protect --isolation=fork; do
    expect 1 "$RADDLE" test --fresh -q -k -n 3 $way --json report ./maps
    equal "$(field report '["written" in f["text"] for f in r["findings"]]')" "[True]"
    equal "$(field report 'r["findings"][0]["replayed"]')" True
    schedule=$(field report 'r["findings"][0]["schedule"]')
    for isolation in rewind fork exec; do
        expect 1 "$RADDLE" replay -q --times 3 --isolation $isolation "$schedule"
    done
done
python3 -S - <<'P' || fail "different texts"
texts = open("texts").read().split("--\n")[:-1]
assert len(texts) > 36 and len(set(texts)) == 1, (len(texts), len(set(texts)))
P
