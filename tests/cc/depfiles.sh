#!/bin/sh
# Dependency files and other companions of an object have the names and the
# targets that the compiler itself would give them.
. "$(dirname "$0")/common.inc"
two_files
echo '#define TWO 2' >two.h
printf '#include "two.h"\n' | cat - count.c >count2.c

# same ARGUMENTS... : ours and theirs leave the same files, and the same rules
same() {
    rm -rf ours theirs
    for who in theirs ours; do
        mkdir -p $who/sub
        cp main.c count2.c two.h $who
    done
    (cd theirs && $c "$@" >/dev/null 2>&1)
    (cd ours && "$RADDLE" cc --cc=$c "$@" >/dev/null)
    (cd theirs && find . -type f | sort) >theirs.list
    (cd ours && find . -type f | sort) >ours.list
    cmp theirs.list ours.list || {
        diff theirs.list ours.list || true
        fail "$c $*: other files"
    }
    for d in $(cd theirs && find . -name '*.d'); do
        cmp "theirs/$d" "ours/$d" || {
            cat "ours/$d"
            fail "$c $*: other rules in $d"
        }
    done
}

for c in $compilers; do
    same -MD -c count2.c
    same -MMD -MP -c count2.c -o sub/object.o
    same -MD -MF sub/rules.d -MT target -c count2.c -o sub/object.o
    same -Wp,-MD,rules.d -c count2.c
    same -MMD main.c count2.c -pthread -o prog
    same -MMD main.c count2.c -pthread -o sub/prog
    same -MMD -MF rules.d count2.c main.c -pthread -o prog
    same -MMD main.c count2.c -pthread
    same -MM -MG count2.c
    same --coverage main.c count2.c -pthread -o sub/prog
done
c=gcc
same -g -gsplit-dwarf main.c count2.c -pthread -o sub/prog
same -fstack-usage main.c count2.c -pthread -o prog
same -save-temps -c count2.c
(cd ours && "$RADDLE" cc --cc=clang --coverage main.c count2.c -pthread -o p &&
    ./p && [ -s count2.gcda ]) || fail "coverage is not counted"
