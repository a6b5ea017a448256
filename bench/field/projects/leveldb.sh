# leveldb (C++): two threads write and look through snapshots.
# PACKAGE: leveldb
# RUN: --executions=300 ./snapshots
# EXPECT: clean
cmake -S . -B b -DCMAKE_BUILD_TYPE=Debug -DLEVELDB_BUILD_TESTS=OFF \
    -DLEVELDB_BUILD_BENCHMARKS=OFF -DHAVE_SNAPPY=OFF -DHAVE_CRC32C=OFF \
    -DHAVE_TCMALLOC=OFF
make -C b -j2 leveldb memenv
raddle-c++ -g -O1 -pthread -Iinclude -I. "$DRIVERS/leveldb_snapshots.cc" \
    b/libleveldb.a -o snapshots
