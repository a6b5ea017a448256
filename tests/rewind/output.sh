# What is shown as the output of a failure is that of its execution alone,
# though the ones before left theirs in the buffer of the stream, and input that
# was read is there again.
. "$(dirname "$0")/common.inc"
cat >prints.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first;
static char line[100];
static void *run(void *argument)
{
    pthread_mutex_lock(&lock);
    printf("thread %ld\n", (long)argument);
    if (first == 0)
        first = (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t t[5];
    assert(fgets(line, sizeof(line), stdin) != NULL);
    assert(strcmp(line, "first line\n") == 0);
    printf("main reads %s", line);
    for (long i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    printf("half a line at the end");
    if (first != 5)
        _exit(0);
    fflush(stdout);
    assert(first != 5);
}
C
"$RADDLE" cc -O1 -g -pthread prints.c -o prints
printf 'first line\nsecond line\n' >input
for isolation in rewind exec; do
    expect 1 "$RADDLE" test --fresh --no-shrink -s random -n 2000 --isolation $isolation --jobs 1 \
        --no-learn --json report ./prints <input
    equal "$(grep -c 'main reads first line' out)" 1
    equal "$(grep -c '^thread [1-5]$' out)" 5
    equal "$(grep -c 'half a line' out)" 1
    says "in execution $(field report 'r["findings"][0]["execution"] + 1')"
    equal "$(field report 'r["findings"][0]["execution"] > 0')" True
    equal "$(field report 'r["findings"][0]["replayed"]')" True
    equal "$(field report 'r["isolation"]')" $isolation
    field report 'r["findings"][0]["execution"]' >found.$isolation
    sed -n '/^output of the program/,/^replay it/p' out >shown.$isolation
done
cmp found.rewind found.exec || fail "the campaigns differ"
cmp shown.rewind shown.exec || fail "the outputs differ"
