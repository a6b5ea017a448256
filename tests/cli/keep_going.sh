# --keep-going collects distinct findings: the same failure by other schedules
# is counted, not repeated; another one is another finding.
. "$(dirname "$0")/common.inc"
cat >two.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t first, second;
static int order[2], taken;
static void *run(void *arg)
{
    order[taken++] = (int)(long)arg;
    sem_wait(&first);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    sem_init(&first, 0, 2);
    sem_init(&second, 0, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (order[0] == 1)
        assert(!"the second came first");
    assert(!"the first came first");
}
C
gcc -g -pthread two.c -o two
expect 1 "$RADDLE" test -k -n 60 --json report ./two
equal "$(field report 'len(failures)')" 2
equal "$(field report 'sorted("first" if "first came" in f["text"] else "second"
    for f in failures)')" "['first', 'second']"
equal "$(field report 'sum(f["times"] for f in failures)')" 60
equal "$(field report 'len({f["id"] for f in failures})')" 2
equal "$(field report 'len({f["schedule"] for f in failures})')" 2
equal "$(field report 'all(f["replayed"] for f in failures)')" True
equal "$(ls raddle-out/two/*.schedule | wc -l)" 2
# Without it the first ends the campaign.
expect 1 "$RADDLE" test --fresh -n 60 --json report ./two
equal "$(field report 'len(failures)')" 1
equal "$(field report 'r["executions"]')" 1

# Two programs that fail in one helper have findings of the same name; none
# overwrites the other's schedule.
cat >helper.h <<'C'
#include <assert.h>
static inline void check(int ok) { assert(ok); }
C
cat >one.c <<'C'
#include "helper.h"
#include <pthread.h>
static int n;
static void *add(void *arg)
{
    n = n + 1;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    check(n < 2);
}
C
cp one.c other.c
for name in one other; do
    "$RADDLE" cc -g -pthread $name.c -o $name
    "$RADDLE" test --quiet --out helpers ./$name >/dev/null 2>&1 || true
    "$RADDLE" test --quiet --out helpers ./$name >/dev/null 2>&1 || true
done
test "$(cat helpers/*.schedule | grep -c '^program "./one"')" = 1
test "$(cat helpers/*.schedule | grep -c '^program "./other"')" = 1

# Of one statement each place can fail: one finding, and one id from session to
# session.  A place on another line is another.
columns_program
"$RADDLE" cc -g -pthread -DTWICE columns.c -o columns
expect 1 "$RADDLE" test -k -n 300 --jobs 1 --no-shrink --json report ./columns
equal "$(field report 'sorted(f["location"].split(":")[1] for f in failures)')" \
    "['17', '19']"
equal "$(ls raddle-out/columns/*.schedule | wc -l)" 2
before=$(field report 'sorted((f["location"].split(":")[1], f["id"]) for f in failures)')
expect 1 "$RADDLE" test -k -n 300 --jobs 1 --seed 7 --no-shrink --json report ./columns
equal "$(field report 'sorted((f["location"].split(":")[1], f["id"]) for f in failures)')" "$before"
equal "$(field report 'all(f["replayed"] for f in failures)')" True
