# zstd's thread pool, by its own test.  With time that passes at any moment the
# test fails: it takes for granted that four jobs sleep at the same time if each
# sleeps for 10 ms.
# PACKAGE: libzstd
# RUN: --patient tests/poolTests
# EXPECT: clean
# RUN: --time-passes=any tests/poolTests
# EXPECT: exit-status at poolTests.c
# RUN: ./pool
# EXPECT: clean
make -C tests CC=raddle-cc DEBUGLEVEL=0 poolTests
raddle-cc -g -O1 -pthread -DZSTD_MULTITHREAD -Ilib/common "$DRIVERS/zstd_pool.c" \
    lib/common/pool.c lib/common/threading.c lib/common/zstd_common.c \
    lib/common/error_private.c -o pool
