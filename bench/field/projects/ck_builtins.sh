# Concurrency Kit's own tests of its locks, with the compiler's atomics.
# PACKAGE: ck
# RUN: regressions/ck_spinlock/validate/ck_ticket 3 1
# EXPECT: clean
# RUN: regressions/ck_spinlock/validate/ck_mcs 3 1
# EXPECT: clean
./configure --use-cc-builtins
make -C regressions/ck_spinlock/validate CC="raddle-cc -DITERATE=2" ck_ticket ck_mcs
