# What the kernel writes for each system call is in the runtime's list, and a
# call under tracker protect answers and writes what it does in a plain run.
. "$(dirname "$0")/common.inc"
source=$here/../..
head -c 9000 /dev/urandom >sample
echo other >other
mkdir directory && : >directory/file
ln -s sample link
setfattr -n user.writes -v value sample 2>/dev/null || true
${CC:-cc} -g -O1 -pthread -DWITH_LIST -I"$source/src" -D_GNU_SOURCE \
    "$here/kernel_writes/writes.c" "$source/src/runtime/syscalls/buffers.c" \
    -o writes
expect 0 ./writes
cp out plain
"$RADDLE" cc -g -O1 -pthread -D_GNU_SOURCE -I"$source/src" "$here/kernel_writes/writes.c" \
    -o watched
# Numbers of objects and the machine's figures are values that differ each time.
expect 0 "$RADDLE" test --fresh -q -n 2 --isolation rewind --track protect \
    --determinism 0 --jobs 1 ./watched
