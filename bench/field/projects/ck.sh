# Concurrency Kit's own tests of its queue, with its atomics in
# assembler, which raddle does not see: the note must say so.  A spin lock is then
# waited for in turns that raddle must end, a few in a second, so the queue is run.
# PACKAGE: ck
# RUN: regressions/ck_fifo/validate/ck_fifo_mpmc 3 1 2
# EXPECT: clean, note assembler
./configure
make -C regressions/ck_fifo/validate CC="raddle-cc -DITERATIONS=2" ck_fifo_mpmc
