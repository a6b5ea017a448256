# A program that something outside decides about: said once, never silently;
# and a failure that does not come again when replayed is reported as such.
. "$(dirname "$0")/common.inc"
cat >counts.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *run(void *arg)
{
    for (int i = 0; i < n % 3; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
/* How often the program was run is kept in a file. */
int main(int argc, char **argv)
{
    pthread_t t[2];
    FILE *f = fopen("count", "r");
    if (f != NULL && fscanf(f, "%d", &n) == 1)
        fclose(f);
    f = fopen("count", "w");
    fprintf(f, "%d\n", n + 1);
    fclose(f);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (argc > 1 && strcmp(argv[1], "fails") == 0)
        assert(n != 3);
    return 0;
}
C
gcc -g -pthread counts.c -o counts
echo 0 >count
expect 0 "$RADDLE" test --fresh -n 20 --json report ./counts
says "not deterministic: step"
says "raddle doctor"
says "counts.c:"
equal "$(grep -c 'not deterministic' err)" 1
equal "$(field report 'r["deterministic"]')" False
cp report steps
equal "$(field report '"not-deterministic" in [n["kind"] for n in r["notes"]]')" True

echo 0 >count
expect 1 "$RADDLE" test --fresh -n 20 --json report ./counts fails
equal "$(field report 'r["findings"][0]["replayed"]')" False
says "did NOT give the same failure"
[ -f "$(field report 'r["findings"][0]["schedule"]')" ]
expect 4 "$RADDLE" replay raddle-out/*/*.schedule
says "diverged at step"

# A clean program says nothing of the kind.
clean_program
expect 0 "$RADDLE" test --fresh -n 20 --json report ./clean
says_not "deterministic"
equal "$(field report 'r["deterministic"]')" True
equal "$(field report 'r["difference"]')" None

# The place is named: of another step both, of a value the operation.
equal "$(field steps 'r["difference"]["kind"]')" step
equal "$(field steps '"counts.c:" in r["difference"]["first"]["location"] and
    "counts.c:" in r["difference"]["again"]["location"]')" True
cat >clocks.c <<'C'
#include <pthread.h>
static volatile unsigned cycles;
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    cycles = low; /* nothing depends on it */
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread clocks.c -o clocks
for strategy in random auto; do
    expect 0 "$RADDLE" test --fresh -n 5 --strategy $strategy --json report ./clocks
    equal "$(field report 'r["difference"]["kind"]')" value
    says "clocks.c:9"
    equal "$(field report '["clocks.c:8" in n["text"] for n in r["notes"]
        if n["kind"] == "uncontrolled-instruction"]')" "[True]"
done
