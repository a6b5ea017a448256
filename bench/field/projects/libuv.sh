# libuv's thread pool, by its own tests, one in each run.  Its compare-and-swap is
# in assembler.
# PACKAGE: libuv1
# RUN: ./pool queue_work_simple
# EXPECT: clean, note assembler
# RUN: ./pool cancel_single
# EXPECT: clean, note assembler
cmake -S . -B b -DCMAKE_BUILD_TYPE=Debug
make -C b -j2 uv_a
raddle-cc -g -pthread -Iinclude -Isrc -Itest "$DRIVERS/libuv_pool.c" \
    test/test-threadpool.c test/test-threadpool-cancel.c b/libuv_a.a -ldl -o pool
