# A schedule that cannot be written is said, and leaves no half of a file; a
# directory that cannot be used is refused before anything runs.
. "$(dirname "$0")/common.inc"
deadlock_program
touch file
expect 2 "$RADDLE" test --out file ./deadlock; says "not a directory"
expect 2 "$RADDLE" test --out file/below ./deadlock; says "--out file/below"

# Directories on the way are made.
expect 1 "$RADDLE" test --out one/two/three ./deadlock
ls one/two/three/deadlock-*.schedule

mkdir small
mount -t tmpfs -o size=16k,nr_inodes=8 tmpfs small 2>/dev/null || {
    echo "no tmpfs of our own: not root"
    exit 77
}
trap 'umount small' EXIT
# A directory that nobody can make, not even root.
expect 1 "$RADDLE" test --out /proc/raddle-out ./deadlock
says "cannot write the schedule /proc/raddle-out"
cat /dev/zero >small/filler 2>/dev/null || true
expect 1 "$RADDLE" test --out small --json report ./deadlock
says "No space left on device"
equal "$(ls small)" filler
equal "$(field report 'r["findings"][0]["schedule"]')" None
equal "$(field report 'r["findings"][0]["replayed"]')" False
rm small/filler
expect 1 "$RADDLE" test --out small ./deadlock
says_not "cannot write the schedule"
ls small/deadlock-*.schedule
# The store needs more than that: without it the campaign goes on.
says "it goes on without"

# No room for the original beside the shrunk one, or for that: it is not shrunk,
# and what was recorded is still there, alone, and fails.
for free in 1 2; do
    rm -f small/*
    head -c $((4096 * (4 - free))) /dev/zero >small/filler
    expect 1 "$RADDLE" test --out small --json report ./deadlock
    says "not shrunk: No space left on device"
    equal "$(field report 'r["findings"][0]["preemptions"],
        r["findings"][0]["replayed"]')" "(None, True)"
    file=$(echo small/deadlock-*.schedule)
    cp "$file" whole
    expect 3 "$RADDLE" shrink "$file"
    says "was not shrunk: No space left on device"
    cmp "$file" whole
    equal "$(ls small)" "$(basename "$file")
filler"
    expect 1 "$RADDLE" replay --quiet "$file"
done
rm small/*

# The same for the report.
cat /dev/zero >small/filler 2>/dev/null || true
expect 2 "$RADDLE" test -n 3 --json small/report ./deadlock
says "cannot write --json"
