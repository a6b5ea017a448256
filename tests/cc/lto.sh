#!/bin/sh
# Builds with link-time optimisation work and have hooks.
. "$(dirname "$0")/common.inc"
two_files

for c in $compilers; do
    for option in -flto "-flto -O2 -g" \
        "$([ $c = gcc ] && echo -flto=2 -ffat-lto-objects -fuse-linker-plugin \
            -flto-partition=none || echo -flto=thin)"; do
        cc --cc=$c $option -c main.c count.c 2>said
        [ ! -s said ] || fail "a compilation says: $(cat said)"
        cc --cc=$c $option main.o count.o -pthread -o lto 2>said
        [ "$(grep -c '^raddle cc: -flto' said)" = 1 ] ||
            fail "-flto is not named once: $(cat said)"
        hooked lto
        ./lto && finds ./lto
        cc --cc=$c $option main.c count.c -pthread -o lto 2>said
        finds ./lto
    done
    # Objects that were made for it elsewhere still link.
    $c -flto -O2 -c count.c -o theirs.o
    cc --cc=$c -flto -O2 main.c theirs.o -pthread -o mixed 2>said
    ./mixed && hooked mixed
done
