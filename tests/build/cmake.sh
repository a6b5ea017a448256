# find_package(Raddle) and raddle_add_test under ctest: a failure fails, also
# with a strategy of its own; what verifies nothing is not passed.
. "$(dirname "$0")/common.inc"
need cmake
cat >CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.13)
project(counting C)
enable_testing()
find_package(Threads REQUIRED)
find_package(Raddle 0.1 REQUIRED)
add_executable(count count.c)
target_link_libraries(count Threads::Threads Raddle::raddle)
add_test(NAME plain COMMAND count racy)
raddle_add_test(NAME racy TARGET count ARGS racy JUNIT racy.xml)
raddle_add_test(NAME racy_pct TARGET count STRATEGY pct EXECUTIONS 500
                OPTIONS --depth 2 --seed 7 ARGS racy)
raddle_add_test(NAME safe TARGET count EXECUTIONS 100 ARGS safe)
# As an object that another compiler made.
add_executable(blind blind.c)
set_target_properties(blind PROPERTIES RULE_LAUNCH_COMPILE "${CMAKE_SOURCE_DIR}/plain"
                                       RULE_LAUNCH_LINK "${CMAKE_SOURCE_DIR}/plain")
target_link_libraries(blind Threads::Threads)
raddle_add_test(NAME blind TARGET blind EXECUTIONS 50)
raddle_add_test(NAME meant TARGET blind EXECUTIONS 50 UNINSTRUMENTED)
add_executable(nothing nothing.c)
raddle_add_test(NAME nothing TARGET nothing TIME 5s)
C
echo 'int main(void) { return 0; }' >nothing.c
cat >plain <<'S'
#!/bin/sh
shift
exec gcc "$@"
S
chmod +x plain
cat >blind.c <<'C'
#include <pthread.h>
static int n;
static void *add(void *arg) { n++; return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return n != 2;
}
C
status 0 cmake -S . -B build "-DCMAKE_PREFIX_PATH=$PREFIX" -DCMAKE_C_COMPILER=raddle-cc
status 0 cmake --build build
status 8 ctest --test-dir build -j2 --output-on-failure
for t in racy racy_pct nothing blind; do
    grep -qE "Test +#[0-9]+: $t \.+\*\*\*Failed" log || fail "$t: $(cat log)"
done
for t in plain safe meant; do
    grep -qE "Test +#[0-9]+: $t \.+ +Passed" log || fail "$t: $(cat log)"
done
says "assertion failed: n == 2"
says "nothing verified: memory accesses are not seen"
says "strategy pct, seed 7"
[ -f build/racy.xml ] || fail "no JUnit file"
status 1 raddle replay build/raddle-out/racy/*.schedule
# Only those of raddle, by their label.
ctest --test-dir build -N -L raddle >log
says "Total Tests: 6"
for wrong in 'NAME x' 'NAME x TARGET y' 'NAME x TARGET count WHAT y'; do
    mkdir -p wrong
    sed '/^add_executable(nothing/,$d' CMakeLists.txt >wrong/CMakeLists.txt
    cp count.c counter.h wrong
    echo "raddle_add_test($wrong)" >>wrong/CMakeLists.txt
    status 1 cmake -S wrong -B wrong/build "-DCMAKE_PREFIX_PATH=$PREFIX"
    says "raddle_add_test"
    rm -rf wrong
done
# Another first number of the version is another interface.
sed -i 's/Raddle 0.1/Raddle 1.0/' CMakeLists.txt
status 1 cmake -S . -B other "-DCMAKE_PREFIX_PATH=$PREFIX"
