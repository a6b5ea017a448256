# A program whose places make more pairs than there is room for: estimating
# does not outlast --time or Ctrl-C, and that the counts are lower bounds is
# said wherever they stand.
. "$(dirname "$0")/common.inc"
python3 - >lines.c <<'P'
n = 1000
print("""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;""")
for f in "ab":
    print(f"static void *{f}(void *arg)\n{{")
    for i in range(n):
        print("    pthread_mutex_lock(&lock), x++, pthread_mutex_unlock(&lock);")
    print("    return arg;\n}")
P
two_threads_main a b >>lines.c
"$RADDLE" cc -g -pthread lines.c -o lines
bounds="more is possible than could be recorded: the counts are lower bounds"
expect 0 "$RADDLE" test --fresh -n 4 -j1 --out there --json report ./lines
says "$bounds"
equal "$(field report 'r["capped"], r["stop"]')" "(True, 'budget')"
expect 0 "$RADDLE" coverage -m reads-from --json report there
says "$bounds"
equal "$(field report 'r["capped"]')" True
# The next session knows it from the store, whether it observes or not.
expect 0 "$RADDLE" test -n 1 -j1 --metrics none --out there --json report ./lines
equal "$(field report 'r["capped"]')" True
expect 0 "$RADDLE" estimate -m sync-pair --json report ./lines
says "$bounds"
equal "$(field report 'r["capped"]')" True

# Ctrl-C, while the first execution is estimated.
interrupt INT '[ -e other/campaign.sqlite ]' "$RADDLE" test --time 600s \
    --out other --json report ./lines
equal "$(field report 'r["stop"]')" interrupted

# Not said when there was room.
clean_program
expect 0 "$RADDLE" test -n 20 --out small --json report ./clean
equal "$(field report 'r["capped"]')" False
says_not "lower bounds"
expect 0 "$RADDLE" coverage --json report small
equal "$(field report 'r["capped"]')" False
says_not "lower bounds"
expect 0 "$RADDLE" estimate --json report ./clean
equal "$(field report 'r["capped"]')" False
