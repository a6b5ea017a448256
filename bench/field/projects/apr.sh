# APR's own suites of threads, locks and conditions.  testlock goes on as if it had
# the lock when apr_thread_mutex_timedlock has timed out after 5 s, and unlocks it.
# testcond waits once, without a loop, and polls for ever after a spurious wake-up.
# PACKAGE: apr
# RUN: --executions=100 test/testall testthread
# EXPECT: clean
# RUN: --steps=1000000 --executions=100 test/testall testlock
# EXPECT: mutex-misuse at thread_mutex.c
# RUN: --executions=20 test/testall testcond
# EXPECT: livelock
./configure --disable-shared
make -j2
cp "$DRIVERS/apr_tests.h" test/abts_tests.h
make -C test TESTS="testthread.lo testlock.lo testcond.lo" testall
