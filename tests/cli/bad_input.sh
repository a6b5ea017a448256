# Wrong usage and programs that cannot be tested: each has its exit status and
# a sentence that says what is wrong.
. "$(dirname "$0")/common.inc"
clean_program
test() { expect "$1" "$RADDLE" test -n 3 "$2"; }

# Not a program at all: 2.
test 2 ./missing; says "cannot find the program ./missing"
test 2 no-such-program-anywhere; says "in PATH"
test 2 clean; says "./NAME"
test 2 "$TMP"; says "directory"
test 2 ./clean.c; says "not executable"; says "raddle cc"
echo text >text; chmod +x text
test 2 ./text; says "neither an ELF program nor a script"
gcc -c clean.c -o object.o; chmod +x object.o
test 2 ./object.o; says "object file"

# Programs that cannot be controlled: 3.
gcc -static -pthread clean.c -o static
test 3 ./static; says "statically linked"; says "-static"
cp clean setuid; chmod u+s setuid
test 3 ./setuid; says "setuid"
{
    printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000'
    printf '\002\000\003\000\001\000\000\000'
    head -c 200 /dev/zero
} >small; chmod +x small
test 3 ./small; says "32-bit"
head -c 3000 clean >cut; chmod +x cut
"$RADDLE" test -n 3 ./cut >out 2>err && fail "a damaged program passed"

# A script runs; that its children are not controlled is said.
printf '#!/bin/sh\n./clean\n' >script; chmod +x script
test 3 ./script; says "script"; says "/bin/sh"; says "no thread"
printf '#!/no/such/interpreter\n' >script
test 2 ./script; says "interpreter does not exist"

# Usage: 2, with a hint.
expect 2 "$RADDLE"; says "Usage"
expect 2 "$RADDLE" tset ./clean; says "did you mean 'test'"
expect 2 "$RADDLE" nonsense; says "not a command"
expect 2 "$RADDLE" test; says "which program"
expect 2 "$RADDLE" test --nonsense ./clean; says "--nonsense"; says "--help"
expect 2 "$RADDLE" --nonsense ./clean; says "--nonsense"
expect 2 "$RADDLE" test --executions=0 ./clean; says "--executions"
expect 2 "$RADDLE" test --executions=many ./clean; says "'many'"
expect 2 "$RADDLE" test --executions=-1 ./clean; says "'-1'"
expect 2 "$RADDLE" test --time=5parsecs ./clean; says "5parsecs"
expect 2 "$RADDLE" test --strategy=luck ./clean; says "round-robin"
expect 2 "$RADDLE" test --engine=steam ./clean; says "fiber, kernel"
expect 2 "$RADDLE" test --isolation=none ./clean; says "fork, exec"
expect 2 "$RADDLE" test --depth=1000 ./clean; says "--depth"
expect 2 "$RADDLE" test --end-signal=WAVE ./clean; says "WAVE"
expect 2 "$RADDLE" test --json=/no/such/dir/x ./clean; says "/no/such/dir/x"
expect 2 "$RADDLE" replay; says "which schedule"
expect 2 "$RADDLE" replay /no/such; says "No such file"
expect 2 "$RADDLE" replay "$TMP"; says "directory"
expect 2 "$RADDLE" replay a b; says "cannot read the schedule a"
expect 2 "$RADDLE" list fish; says "strategies"

# Options behind the program are the program's own.
expect 0 "$RADDLE" test -n 3 ./clean --strategy=luck
expect 0 "$RADDLE" test -n 3 -- ./clean
deadlock_program
expect 1 "$RADDLE" ./deadlock
expect 0 "$RADDLE" --executions 3 ./clean
