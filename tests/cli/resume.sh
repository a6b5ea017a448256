# raddle test again on the same directory goes on where it was: after its end,
# after kill -9; not with another build or other arguments, and not beside
# another campaign.
. "$(dirname "$0")/common.inc"
# Many pairs of lines, of which a few executions show some.
python3 - >work.c <<'P'
print("""#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;""")
for i in range(4):
    print(f"static void *work{i}(void *arg)\n{{")
    for j in range(4):
        print("    pthread_mutex_lock(&lock);\n    x++;\n    y = x;")
        print("    pthread_mutex_unlock(&lock);")
    print("    return arg;\n}")
print("""int main(void)
{
    pthread_t t[4];
    void *(*work[])(void *) = { work0, work1, work2, work3 };
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, work[i], 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return y < 0;
}""")
P
"$RADDLE" cc -g -pthread work.c -o work
campaign() {
    expect "$1" "$RADDLE" test --metrics sync-pair,def-use --out there "${@:2}"
}
# total EXPRESSION: of the report of raddle coverage.
total() {
    "$RADDLE" coverage --json report there >/dev/null
    field report "$1"
}
covered='sum(m["covered"] for m in r["coverage"].values())'
campaign 0 -n 3 --strategy round-robin ./work
equal "$(total 'r["executions"], r["sessions"]')" "(3, 1)"
before=$(total "$covered")
[ "$before" -gt 1 ] || fail "covered only $before"
campaign 0 -n 400 ./work
equal "$(total 'r["executions"], r["sessions"]')" "(403, 2)"
[ "$(total "$covered")" -gt "$before" ] || fail "coverage does not grow"
# What the first session covered kept its number; new ones have later ones.
equal "$(total 'min(q["execution"] for q in r["requirements"] if q["covered"]) < 3')" True
equal "$(total 'max(q["execution"] for q in r["requirements"] if q["covered"]) >= 3')" True
equal "$(total 'all(q["execution"] < 403 for q in r["requirements"] if q["covered"])')" True
[ ! -e there/campaign.old.sqlite ] || fail "an old store"

# Killed at any moment: it holds together, and nothing goes back.
whole() {
    python3 - there/campaign.sqlite <<'P'
import sqlite3, sys
(said,), = sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check")
assert said == "ok", said
P
}
executions=$(total 'r["executions"]') before=$(total "$covered")
grown() {
    [ "$(total 'r["executions"]')" -gt 403 ]
}
for i in $(seq 8); do
    "$RADDLE" test -j2 --time 600s -n 100000000 --until finding \
        --metrics sync-pair,def-use --out there ./work >/dev/null 2>&1 &
    campaign=$!
    sleep 0.$((i * 3 % 10))$i
    [ $i != 8 ] || await grown
    kill -9 $campaign
    wait $campaign 2>/dev/null || true
    whole
    now=$(total 'r["executions"]')
    [ "$now" -ge "$executions" ] || fail "$now after $executions executions"
    executions=$now now=$(total "$covered")
    [ "$now" -ge "$before" ] || fail "$now covered, $before before"
    before=$now
done
[ "$executions" -gt 403 ] || fail "nothing was saved before a kill"
# Half a schedule that a dead process left is taken away; what a living one
# writes, and what is nobody's half schedule, is not.
dead=$(sh -c 'echo $$')
for name in schedule schedule.orig schedule.new schedule.new.orig; do
    : >"there/deadlock-1.$name.$dead.tmp"
    : >"there/deadlock-1.$name.$$.tmp"
done
: >"there/notes.$dead.tmp"
: >"there/a.schedule.tmp"
: >"there/a.schedulex$dead.tmp"
: >"there/a.schedule.${dead}x.tmp"
: >"there/a.schedule.$dead.bak"
: >"there/a.schedule.-$dead.tmp"
campaign 0 -n 5 ./work
ls there >left
equal "$(grep -c "deadlock-1.*\.$dead\.tmp" left || true)" 0
equal "$(grep -c "deadlock-1.*\.$$\.tmp" left)" 4
equal "$(grep -c '^notes\|^a\.schedule' left)" 6
rm there/*.tmp there/*.bak
equal "$(total 'r["executions"]')" $((executions + 5))
whole

# One campaign at a time; the lock dies with its owner.
"$RADDLE" test --time 600s -n 100000000 --until finding --out there \
    --metrics sync-pair,def-use ./work >/dev/null 2>&1 &
first=$!
await grep -q "POSIX .*WRITE $first " /proc/locks
campaign 2 -n 5 ./work
says "another campaign, process $first,"
expect 0 "$RADDLE" test -n 5 --out elsewhere ./work
kill -9 $first
wait $first 2>/dev/null || true
campaign 0 -n 5 ./work

# Other arguments, another build: it begins anew and says so.
campaign 0 -n 5 ./work argument
says "its arguments were none, now argument"
equal "$(total 'r["executions"], r["sessions"]')" "(5, 1)"
[ -e there/campaign.old.sqlite ] || fail "the old store is gone"
sed -i 's/y = x;/y = x + 1;/' work.c
"$RADDLE" cc -g -pthread work.c -o work
campaign 0 -n 7 ./work argument
says "./work was rebuilt since (build id "
says "there/campaign.old.sqlite"
equal "$(total 'r["executions"], r["sessions"]')" "(7, 1)"
campaign 0 -n 7 ./work argument
says_not "rebuilt"
equal "$(total 'r["executions"], r["sessions"]')" "(14, 2)"

# A store of a newer raddle is not touched.
python3 - there/campaign.sqlite <<'P'
import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("PRAGMA user_version = 1000")
P
cp there/campaign.sqlite newer
campaign 2 -n 5 ./work argument
says "newer raddle"
cmp there/campaign.sqlite newer

# Without room the campaign goes on, and says so once.
mkdir small
mount -t tmpfs -o size=64k tmpfs small 2>/dev/null || exit 0
trap 'umount small' EXIT
cat /dev/zero >small/filler 2>/dev/null || true
expect 0 "$RADDLE" test -n 50 --out small ./work
equal "$(cat out err | grep -c 'cannot keep the campaign')" 1
equal "$(ls small)" filler
