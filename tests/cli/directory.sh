# Which program a name means, and where its campaign is kept: one directory for
# each program and its arguments; a run that found nothing names it.
. "$(dirname "$0")/common.inc"
clean_program
mkdir a b
cp clean a/t
gcc -g -O1 -pthread clean.c -o b/t
dirs() {
    ls raddle-out | wc -l
}
expect 0 "$RADDLE" test -n 3 a/t
grep -q '^kept in raddle-out/t-[0-9a-f]\{8\}: raddle coverage DIR' out ||
    fail "no directory"
expect 0 "$RADDLE" test -n 3 b/t
says_not "another program"
equal "$(dirs)" 2
# The same words: the same directory, where it goes on.
expect 0 "$RADDLE" test -n 3 a/t
says "3 executions in earlier sessions"
equal "$(dirs)" 2
expect 0 "$RADDLE" test -n 3 a/t 1
equal "$(dirs)" 3
# In the current directory it is the bare name, however it is spelt.
expect 0 "$RADDLE" test -n 3 ./clean
says "kept in raddle-out/clean: "
expect 0 "$RADDLE" test -n 3 .//./clean
says "kept in raddle-out/clean: "
says "3 executions in earlier sessions"
expect 0 "$RADDLE" test -n 3 ./clean 1
grep -q '^kept in raddle-out/clean-[0-9a-f]\{8\}: ' out || fail "no directory"
# Not where there is none, nor of what verified nothing.
expect 3 "$RADDLE" test -n 3 /bin/true
says_not "kept in"
expect 0 "$RADDLE" test -q -n 3 ./clean
says_not "kept in"

# A name without a slash is looked for in PATH, also if there is one here.
cp clean true
expect 3 "$RADDLE" test -n 3 true
says "/true, found in PATH; the program in this directory is ./true"
PATH=$PWD:$PATH expect 0 "$RADDLE" test -n 3 true
says_not "found in PATH"
expect 0 "$RADDLE" test -n 3 ./true
says_not "found in PATH"

# A program without its path is not a command: the command that raddle suggests works.
expect 2 "$RADDLE" clean
says "to test the program in this directory: raddle test ./clean"
expect 2 "$RADDLE" nosuchprogram
says "(raddle test ./nosuchprogram)"
# The directory above campaigns is none: those below it are named.
mkdir -p raddle-out/empty
for command in coverage report; do
    expect 2 "$RADDLE" $command raddle-out/
    says "no campaign in raddle-out/ itself"
    says "below it, raddle-out/clean, raddle-out/clean-"
    says_not "raddle-out/empty"
done
# A path that is too long for the store: the note says so, not ENOENT.
long=$(python3 -c 'print("/".join(["d" * 200] * 17))')
mkdir -p "$long"
expect 0 "$RADDLE" test -j1 -n 3 --json report --out "$long/x" ./clean
says "characters, and SQLite takes"
says_not "No such file"
equal "$(field report '[n["kind"] for n in r["notes"] if "SQLite" in n["text"]]')" \
    "['no-store']"
