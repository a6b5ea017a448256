#!/bin/sh
# The hooks survive every linker and the options that throw code away.
. "$(dirname "$0")/common.inc"
two_files

# Compiled once for all linkers.
sections="-ffunction-sections -fdata-sections"
for c in $compilers; do
    cc --cc=$c $sections -O2 -c main.c count.c
    for linker in bfd gold lld; do
        command -v ld.$linker >/dev/null || continue
        for options in "" -no-pie -s "-rdynamic -Wl,-z,now -Wl,-z,relro" \
            "$sections -Wl,--gc-sections" \
            "-Wl,--as-needed -Wl,--fatal-warnings -Wl,-z,noexecstack" \
            "-static-libgcc -Wl,--build-id=sha1 -Wl,--hash-style=gnu"; do
            cc --cc=$c -fuse-ld=$linker $options main.o count.o -pthread -o prog
            hooked prog
            ./prog || fail "$c $linker $options: does not run"
            finds ./prog
        done
        # Calls of libc's functions are seen however they are linked.
        for options in -pie -no-pie "-fno-pie -no-pie"; do
            cc --cc=$c -fuse-ld=$linker $options -O1 -pthread \
                "$here/../programs/memory_strcpy.c" -o prog
            finds ./prog
        done
    done
    for options in -fno-plt -fno-pic \
        "-fcf-protection=full -fstack-protector-all" "-gsplit-dwarf -g"; do
        cc --cc=$c $options -c main.c count.c 2>said || fail "$(cat said)"
        case $options in
        *no-pic*) cc --cc=$c -no-pie main.o count.o -pthread -o prog ;;
        *) cc --cc=$c main.o count.o -pthread -o prog ;;
        esac
        finds ./prog
    done
done
