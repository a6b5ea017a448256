# --annotations: one ::error line for each finding, escaped; --error-exitcode.
. "$(dirname "$0")/common.inc"
deadlock_program
clean_program
export GITHUB_WORKSPACE=$PWD
expect 1 "$RADDLE" test --fresh --annotations ./deadlock
grep -qE '^::error file=deadlock.c,line=(8|16),col=[0-9]+,title=raddle%3A deadlock::' out ||
    fail "no annotation"
equal "$(grep -c '^::error' out)" 1
grep -q '^::error.*%0Alock-order deadlock: .*%0Areplay it with  raddle replay raddle-out/' out || fail "no replay"
expect 1 "$RADDLE" test --fresh --annotations --out 'o dd' ./deadlock
grep -q "^::error.*replay it with  raddle replay 'o dd/deadlock-.*schedule'$" out || fail "not quoted"
expect 1 "$RADDLE" test --fresh --annotations -q ./deadlock 2>/dev/null
grep -q '^::error' out || fail "--quiet leaves it out"
cp deadlock 'a,b:c%d'
expect 1 "$RADDLE" test --fresh --annotations -o out-odd './a,b:c%d'
says '(./a,b:c%25d, at '
expect 0 "$RADDLE" test --fresh -n 20 --annotations ./clean
! grep '^::error' out || fail "a clean test has annotations"
expect 3 "$RADDLE" test --fresh -n 20 --annotations /bin/true
grep -q '^::error title=raddle%3A nothing verified::' out || fail "silently green"

# What the program prints is no command: between stop-commands and its word,
# which cannot be guessed, nothing is heard.
heard() {
    awk '/^::stop-commands::/ { word = substr($0, 18); next }
        word != "" && $0 == "::" word "::" { word = ""; next }
        word == "" { print }
        END { if (word != "") print "never heard again" }' out
}
sed 's/the program speaks/::error::pwn/' deadlock.c >pwn.c
gcc -g -pthread pwn.c -o pwn
expect 1 "$RADDLE" test --fresh --annotations ./pwn
says "::error::pwn"
equal "$(heard | grep -c pwn.c)" 1
equal "$(heard | grep -c '::error::pwn')" 0
word=$(grep '^::stop-commands::' out)
expect 1 "$RADDLE" test --fresh --annotations ./pwn
[ "$word" != "$(grep '^::stop-commands::' out)" ] || fail "the same word again"
expect 2 "$RADDLE" test --fresh --annotations --strategy auto --out clean.c ./pwn
equal "$(heard)" ""

# Only findings have another exit status.
expect 42 "$RADDLE" test --fresh --error-exitcode 42 --json report ./deadlock
equal "$(field report 'r["exit_status"]')" 42
expect 0 "$RADDLE" test --fresh --error-exitcode 0 ./deadlock
expect 0 "$RADDLE" test --fresh -n 20 --error-exitcode 42 ./clean
expect 3 "$RADDLE" test --fresh -n 20 --error-exitcode 42 /bin/true
expect 2 "$RADDLE" test --error-exitcode 256 ./clean
