# Help and lists: on standard output, exit status 0, no wider and no longer
# than a screen; every strategy and detector is listed.
readme=$(cd "$(dirname "$0")/../.." && pwd)/README.md
. "$(dirname "$0")/common.inc"
for command in "" test replay list doctor estimate coverage report; do
    expect 0 "$RADDLE" $command --help
    says "Usage: raddle"
    [ "$(wc -l <out)" -le 36 ] || fail "help of '$command' is too long"
    [ "$(wc -L <out)" -le 80 ] || fail "help of '$command' is too wide"
done
# raddle help, and raddle help COMMAND, are the same.
expect 0 "$RADDLE" --help
mv out wanted
expect 0 "$RADDLE" help
cmp out wanted || fail "raddle help is not raddle --help"
for command in test replay show shrink list doctor estimate coverage report; do
    expect 0 "$RADDLE" $command --help
    mv out wanted
    expect 0 "$RADDLE" help $command
    cmp out wanted || fail "raddle help $command is not $command --help"
    cat out >>all
done
expect 2 "$RADDLE" help tset
says "did you mean 'test'?"
# The first page that people read names no option that --help keeps back.
for option in $(grep -o -- '--[a-z][a-z-]*' "$readme" | sort -u); do
    case $option in
    --cc | --help) continue ;; # of raddle cc; of each
    esac
    grep -q -- "$option\b" all || fail "README.md has $option, no --help has it"
done
expect 0 "$RADDLE" --version
says "raddle "
expect 0 "$RADDLE" list strategies
for name in auto random pct pos round-robin tsa tsa-h cuve cuve-c surw rff \
    similarity pos-c place relay noise-yield noise-sleep; do
    grep -q "^$name  *[a-z]" out || fail "no $name"
done
expect 0 "$RADDLE" list detectors
for name in assertion abort fatal-signal exit-status cpp-terminate \
    self-deadlock deadlock lost-wakeup livelock timeout mutex-misuse \
    thread-misuse thread-leak; do
    grep -q "^$name  *[a-z]" out || fail "no $name"
done
expect 0 "$RADDLE" test --help
says "until coverage"
says "60 seconds"
for option in executions time steps timeout strategy seed isolation until \
    metrics out fresh json quiet keep-going expect-exit leaks peer end-signal \
    annotations error-exitcode; do
    says "--$option"
done
for option in depth engine no-spurious window track; do
    says_not "--$option"
done
expect 0 "$RADDLE" test --help-all
for option in executions depth engine no-spurious window track noise; do
    says "--$option"
done
says_not "--no-dispatch"
[ "$(wc -L <out)" -le 80 ] || fail "all help is too wide"
expect 0 "$RADDLE" list metrics
for name in sync-pair def-use cc sync-pair+pset; do
    grep -q "^$name  *[a-z]" out || fail "no $name"
done
expect 0 "$RADDLE" list
says "strategies:"
says "detectors:"
# A program here that is spelt like a command is taken for a program.
cp /bin/true lost
expect 2 "$RADDLE" lost
says "raddle test ./lost"
