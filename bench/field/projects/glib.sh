# GLib's own test of its asynchronous queue, the case that has threads.  Some of
# its locks are in assembler.  With time that passes at any moment the test fails:
# it takes for granted that each of ten threads gets a value because the others
# sleep for 1 ms after theirs.
# PACKAGE: glib2.0
# RUN: --patient --executions=100 b/glib/tests/asyncqueue -p /asyncqueue/threads
# EXPECT: clean, note assembler
# RUN: --executions=1000 b/glib/tests/asyncqueue -p /asyncqueue/threads
# EXPECT: expectation at asyncqueue.c:201, note assembler
meson setup b -Dlibmount=disabled -Dselinux=disabled -Dnls=disabled \
    -Dman=false --default-library=static
ninja -C b glib/tests/asyncqueue
