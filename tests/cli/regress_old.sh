# raddle regress: which build is the old one. A git revision in a worktree of its
# own, which is gone afterwards, whatever happens; old programs; wrong ones, each
# with a clear error.
. "$(dirname "$0")/common.inc"
unset GIT_DIR GIT_WORK_TREE
export HOME="$TMP" GIT_CONFIG_NOSYSTEM=1
git --version >/dev/null 2>&1 || exit 77
mkdir repository
cd repository
git init -q .
git config user.email somebody@example.org
git config user.name somebody
cat >counter.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *count(void *arg)
{
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
C
git add counter.c
git commit -qm locked
build='$CC -g -pthread counter.c -o counter'
compile() {
    "$RADDLE" cc -g -pthread counter.c -o counter
}
regress() {
    "$RADDLE" regress -j1 -k --no-shrink -n 100 --json report "$@" ./counter
}
no_worktree() {
    equal "$(git worktree list | wc -l)" 1
    ! ls -d raddle-out/*/.old/*.tree >out 2>&1 || fail "a worktree is left"
}
counts() {
    field report "[r['regress']['counts']['adjacent'][k] for k in 'ABCV']"
}

# --- No old build, or the wrong one.
compile
expect 2 regress
says "there is no campaign in raddle-out/counter"
expect 2 regress --old HEAD
says "--build CMD"
expect 2 regress --old HEAD --build "$build" --old-store there
says "give one of them"
expect 2 regress --old nonsense --build "$build"
says "there is no commit --old nonsense"
expect 3 regress --old HEAD --build 'exit 7'
says "(status 7)"
expect 3 regress --old HEAD --build 'kill -9 $$'
says "(a signal ended it)"
expect 3 regress --old HEAD --build 'echo counter.c:3: error: boo; exit 7'
says "counter.c:3: error: boo"
no_worktree
expect 3 regress --old HEAD --build true
says "did not make ./counter"
no_worktree
(PATH=/nowhere; expect 2 regress --old HEAD --build "$build")
says "needs git"
expect 2 "$RADDLE" test --until changed=100% ./counter
says "raddle regress"

# --- The revision that is checked out: nothing is new. Then a change.
sed '/pthread_mutex_.*lock(/d' counter.c >changed
cp changed counter.c
compile
# A worktree that a killed raddle left is no obstacle.
mkdir -p raddle-out/counter/.old
git worktree add -q --detach raddle-out/counter/.old/dead.tree HEAD
echo dirty >>raddle-out/counter/.old/dead.tree/counter.c
expect 1 regress --old HEAD --build "$build"
no_worktree
equal "$(counts)" "[2, 3, 0, 1]"
equal "$(field report 'r["regress"]["changed"]["gone"]')" 2
# The second time it needs no build, and takes the same campaign.
expect 1 regress --fresh --old HEAD --build "$build" --sarif sarif
equal "$(counts)" "[2, 3, 0, 1]"
equal "$(field sarif 'sorted((x["ruleId"], x["baselineState"]) for x in r["runs"][0]["results"])')" "[('assertion', 'new'), ('data-race', 'new')]"
# Class A is not covered in one execution.
expect 1 regress --fresh --old HEAD --build "$build" --until changed=100%
equal "$(field report 'r["stop"]')" covered
git commit -qam unlocked

# --- Killed while the build command runs: what that one started ends too, and
# the same command line works the second time, in the same worktree.
slow="if [ -e '$TMP/building' ]; then $build; else sleep 100000 & echo \$! >'$TMP/building.part'; mv '$TMP/building.part' '$TMP/building'; wait; fi"
"$RADDLE" regress -j1 -n 100 --old HEAD~1 --build "$slow" --out killed ./counter >out 2>err &
raddle=$!
await test -e "$TMP/building"
kill -9 $raddle
wait $raddle || true
equal "$(git worktree list | wc -l)" 2
ended() {
    ! kill -0 "$(cat "$TMP/building")" 2>/dev/null
}
await ended
expect 1 regress --fresh --old HEAD~1 --build "$slow" --out killed
equal "$(counts)" "[2, 3, 0, 1]"
# Places of the old build are shown in the source tree, not in the worktree.
says "of the old build"
says_not ".tree/"
equal "$(grep -c '[.]tree/' report)" 0
equal "$(git worktree list | wc -l)" 1
! ls -d killed/.old/*.tree >out 2>&1 || fail "a worktree is left"

# --- Ended by a signal while the build command runs: no worktree is left, and no
# process; and none while the old build is tested.
rm "$TMP/building"
"$RADDLE" regress -j1 -n 100 --old HEAD~1 --build "$slow" --out ended ./counter >out 2>err &
raddle=$!
await test -e "$TMP/building"
kill -TERM $raddle
got=0
wait $raddle || got=$?
equal "$got" 143
await ended
equal "$(git worktree list | wc -l)" 1
! ls -d ended/.old/*.tree >out 2>&1 || fail "a worktree is left"
"$RADDLE" regress -j1 -n 1000000000 --old HEAD~1 --build "$build" --out tested ./counter >out 2>err &
raddle=$!
await eval 'ls tested/.old/*.part/*.sqlite >/dev/null 2>&1'
kill -TERM $raddle
wait $raddle || true
equal "$(git worktree list | wc -l)" 1
equal "$(ls -d tested/.old/*.tree tested/.old/*[0-9a-f] 2>/dev/null)" ""

# --- What fails on both builds is not new.
mkdir before
cp counter.c before
(cd before && "$RADDLE" cc -g -pthread counter.c -o counter && cp counter other)
sed 's/n++;/n = n + 1;/' counter.c >changed
cp changed counter.c
compile
expect 1 "$RADDLE" test -j1 -n 50 --no-shrink --out other before/other
expect 2 regress --fresh --out new --old-store other
says "is one of another program"
expect 1 regress --fresh --out new --old-program before/counter
# (The race is at the line that changed.)
equal "$(field report '[(f["kind"], f["status"]) for f in r["regress"]["findings"]]')" \
    "[('assertion', 'still-fails'), ('data-race', 'new'), ('data-race', 'fixed')]"
expect 0 regress --fresh --out new --old-program before/counter --new-only
# Its campaign is kept for these conditions only; a path needs no slash.
cp before/counter was
expect 0 regress --fresh --out short --old-program was --new-only
equal "$(ls new/.old | wc -l)" 1
expect 1 regress --fresh --out new --old-program before/counter --seed 9
equal "$(ls new/.old | wc -l)" 2
# An old campaign without its source, and a new build without it.
expect 2 regress --out newest --old-store newest
says "there is no campaign in newest"
mv before/counter.c before/elsewhere.c
expect 2 regress --fresh --out newest --old-program before/counter
says "does not have the source"
mv counter.c elsewhere.c
# (It had found the failure before it looked for the source.)
expect 1 regress --fresh --out new --old-program before/counter
says "counter.c cannot be read"
