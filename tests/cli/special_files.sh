# What raddle reads because somebody else named it may be a fifo, a device or
# larger than any source: nothing waits for it, and it stays where it is.
. "$(dirname "$0")/common.inc"
# soon STATUS COMMAND...: as expect; a command that hangs is a failure.
soon() {
    want=$1
    shift
    expect "$want" timeout -k 1 20 "$@"
}
deadlock_program
soon 1 "$RADDLE" test ./deadlock
file=$(ls raddle-out/*/*.schedule)
store=$(ls raddle-out/*/campaign.sqlite)
dir=$(dirname "$store")
mv deadlock.c kept.c

# The source.
for what in fifo zero huge; do
    rm -f deadlock.c
    case $what in
    fifo) mkfifo deadlock.c ;;
    zero) ln -s /dev/zero deadlock.c ;;
    huge) truncate -s 100G deadlock.c ;;
    esac
    soon 1 "$RADDLE" show "$file"; says "deadlock.c:"
    soon 1 "$RADDLE" replay "$file"
    soon 0 "$RADDLE" report "$dir"
    soon 0 "$RADDLE" coverage --all "$dir"
done
rm deadlock.c
mv kept.c deadlock.c

# The program, whose path the store and the schedule know.
mv deadlock kept
for what in fifo zero; do
    rm -f deadlock
    case $what in
    fifo) mkfifo deadlock ;;
    zero) ln -s /dev/zero deadlock ;;
    esac
    soon 0 "$RADDLE" report "$dir"
    soon 0 "$RADDLE" coverage --all "$dir"
    soon 2 "$RADDLE" test ./deadlock; says "special file"
    cp kept other
    soon 1 "$RADDLE" test --out "$dir" ./other
done
rm deadlock
mv kept deadlock

# A schedule.
mkfifo fifo
soon 2 "$RADDLE" show ./fifo; says "not a regular file"
soon 2 "$RADDLE" replay ./fifo; says "not a regular file"
mv "$file" kept
mkfifo "$file"
soon 0 "$RADDLE" report "$dir"
soon 2 "$RADDLE" show "$file"; says "not a regular file"
rm "$file"
mv kept "$file"

# Suppressions.
for name in fifo /dev/zero; do
    soon 2 "$RADDLE" test --suppressions "$name" ./deadlock
    says "not a regular file"
done

# The store itself: it is not deleted either.
mkdir own
mkfifo own/campaign.sqlite
soon 2 "$RADDLE" report own; says "not a regular file"
soon 1 "$RADDLE" test --out own ./deadlock; says "not a regular file"
[ -p own/campaign.sqlite ] || fail "the fifo was removed"
