#!/bin/sh
# A CMake project with a library, C and C++, threads found by CMake, and
# link-time optimisation asked for.
. "$(dirname "$0")/common.inc"
command -v cmake >/dev/null || skip "no cmake"
two_files
wrappers
mv main.c main_c.c
sed -e 's/extern int counter/extern "C" int counter/' \
    -e 's/^void add_one/extern "C" void add_one/' main_c.c >main.cc
cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.10)
project(counting C CXX)
include(CheckFunctionExists)
include(CheckCCompilerFlag)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
check_function_exists(strlen HAVE_STRLEN)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
check_c_compiler_flag(-Wall HAVE_WALL)
check_c_compiler_flag(-fno-such-flag-at-all HAVE_NO_SUCH_FLAG)
if(NOT HAVE_STRLEN OR HAVE_NO_SUCH_FUNCTION OR NOT HAVE_WALL
   OR HAVE_NO_SUCH_FLAG)
  message(FATAL_ERROR "a check went wrong")
endif()
add_library(count SHARED count.c)
add_executable(in_c main_c.c)
target_link_libraries(in_c count Threads::Threads)
add_executable(in_cxx main.cc)
target_link_libraries(in_cxx count Threads::Threads)
add_executable(optimised main_c.c count.c)
target_link_libraries(optimised Threads::Threads)
set_property(TARGET optimised PROPERTY INTERPROCEDURAL_OPTIMIZATION TRUE)
EOF
for c in $compilers; do
    export RADDLE_CC=$c
    cmake -S . -B build-$c -DCMAKE_C_COMPILER=raddle-cc \
        -DCMAKE_CXX_COMPILER=raddle-c++ -DCMAKE_BUILD_TYPE=Release \
        >log 2>&1 || fail "$(cat log)"
    grep -q "C compiler identification is $([ $c = gcc ] && echo GNU ||
        echo Clang)" log || fail "the compiler is taken for another: $(cat log)"
    cmake --build build-$c >log 2>&1 || fail "$(cat log)"
    unset RADDLE_CC
    for program in in_c in_cxx optimised; do
        hooked build-$c/$program
        # Release defines NDEBUG: the failure would be an assertion.
        build-$c/$program
    done
    export RADDLE_CC=$c
    cmake -S . -B build-$c -DCMAKE_BUILD_TYPE=Debug >log 2>&1
    cmake --build build-$c >log 2>&1 || fail "$(cat log)"
    unset RADDLE_CC
    for program in in_c in_cxx optimised; do
        finds build-$c/$program
    done
done
