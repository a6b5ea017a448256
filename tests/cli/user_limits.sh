# The user's limits (ulimit) are no fault of raddle's: it goes on with less, or
# says which limit is in the way.
. "$(dirname "$0")/common.inc"
deadlock_program
clean_program

# limited OPTION VALUE COMMAND...: with that limit.
limited() {
    (
        ulimit "$1" "$2"
        shift 2
        exec "$@"
    )
}
expect 3 limited -n 8 "$RADDLE" test -n 50 ./clean
says "ulimit -n"
# A stack that is smaller than reading debug information takes.
expect 1 limited -s 256 "$RADDLE" test --fresh ./deadlock
says "deadlock.c:8"
# One that is smaller than coming to main takes: with its value, and what to do.
small="its stack is limited to 60 KiB (ulimit -s), and under raddle it needs 64 KiB to reach main: raise the limit (ulimit -s 8192)"
cat >early.c <<'C'
__attribute__((constructor)) static void before_main(void)
{
    volatile char much[200000];
    for (int i = sizeof(much) - 1; i >= 0; i -= 1000)
        much[i] = 1;
}
int main(void) { return 0; }
C
gcc -O1 early.c -o early
expect 3 limited -s 60 "$RADDLE" test --fresh --out none ./early
says "./early was killed by Segmentation fault before main,"
says "$small"
expect 3 limited -s 40 "$RADDLE" doctor ./deadlock
says "stacks are limited to 40 KiB (ulimit -s)"
expect 0 limited -s 256 "$RADDLE" doctor ./deadlock

# A sanitizer's shadow takes terabytes.
limited -v 1000000 "$RADDLE" --version >out 2>&1 || exit 0
# No room for all that coverage may grow to, but for enough.
expect 0 limited -v 1000000 "$RADDLE" test -n 50 --json report ./clean
says_not "not enough memory for coverage"
equal "$(field report 'r["executions"]')" 50
expect 0 limited -v 1000000 "$RADDLE" estimate ./clean
says_not "internal error"
# For less and less: without coverage at some size, with other strategies; then
# not at all.
without=no
for size in 800 600 500 400 300 200 100; do
    got=0
    limited -v "${size}000" "$RADDLE" test --fresh -j1 --steps 100000 -n 50 \
        --isolation fork ./clean >out 2>err || got=$?
    case $got in
    0) grep -q "not enough memory for coverage .*random takes" err && without=yes ;;
    3) says "ulimit -v" ;;
    *) fail "exit status $got within $size,000 kB" ;;
    esac
done
equal "$got" 3
equal "$without" yes

# What was found before a limit ends it is kept, and not hidden.
expect 1 limited -v 1000000 "$RADDLE" test --fresh --out 'ke pt' ./deadlock
says "the failure that was found is kept: raddle replay 'ke pt/deadlock-"
