# liburcu's own tests of read-copy-update and of its wait-free queue.  Its atomics
# are in assembler.
# PACKAGE: liburcu
# RUN: --executions=500 tests/benchmark/test_urcu_mb 2 1 1
# EXPECT: clean, note assembler
# RUN: --executions=500 tests/benchmark/test_urcu_wfcq 1 1 1
# EXPECT: clean, note assembler
# Debian's patches make the generated files look old.
quiet_make() { make AUTOMAKE=: ACLOCAL=: AUTOCONF=: AUTOHEADER=: "$@"; }
./configure --disable-shared
quiet_make -C src -j2
quiet_make -C tests/common
quiet_make -C tests/benchmark test_urcu_mb test_urcu_wfcq
