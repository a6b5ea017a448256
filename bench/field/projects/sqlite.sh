# SQLite: three threads with a connection each and one shared cache.
# PACKAGE: sqlite3
# RUN: --executions=300 ./threads
# EXPECT: clean
mkdir b
cd b
../configure --disable-tcl --disable-readline --enable-threadsafe
make sqlite3.c sqlite3.h
cd ..
raddle-cc -g -O1 -pthread -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION \
    -Ib "$DRIVERS/sqlite_threads.c" b/sqlite3.c -lm -o threads
