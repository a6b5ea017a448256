#!/bin/sh
# What cannot stay as the user wants it is named at the link, once, and the
# program is built all the same.
. "$(dirname "$0")/common.inc"
two_files

# says OPTIONS... : each is named in one line by the link, none by compiling
says() {
    named=$1
    cc --cc=$c "$@" -c main.c -o main.o 2>said
    [ ! -s said ] || fail "compiling with $*: $(cat said)"
    cc --cc=$c "$@" main.c count.c -pthread -o prog 2>said
    [ "$(grep -c "^raddle cc: $named " said)" = 1 ] ||
        fail "$* is not named once: $(cat said)"
    [ "$(wc -l <said)" = 1 ] || fail "$*: more is said: $(cat said)"
}

for c in $compilers; do
    for option in -static -static-pie -fsanitize=address -fsanitize=thread \
        -fsanitize=undefined; do
        says $option $option
        hooked prog
        ./prog && finds ./prog
    done
    says -fsanitize=address -fno-sanitize-recover=all -fsanitize-recover=all
    says -static -static

    cc --cc=$c main.c count.c -pthread -o prog 2>said
    [ ! -s said ] || fail "an ordinary link says: $(cat said)"

    cc --cc=$c -r -nostdlib main.c count.c -o both.o 2>said
    grep -q '^raddle cc: -r ' said || fail "-r is not named"
    cc --cc=$c both.o -pthread -o prog
    finds ./prog

    # A program of its own, without libc.
    cat >alone.c <<'EOF'
static volatile int x;
void *memset(void *to, int byte, unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        ((volatile char *)to)[i] = (char)byte;
    return to;
}
void _start(void)
{
    char text[64];
    x++;
    memset(text, x, sizeof(text));
    __asm__ volatile("syscall" : : "a"(60), "D"(x + text[63] - 2));
}
EOF
    cc --cc=$c -O1 -fno-stack-protector -nostdlib alone.c -o alone 2>said
    ./alone || fail "a program without libc does not run"
    [ "$(grep -c '^raddle cc: -nostdlib ' said)" = 1 ] ||
        fail "-nostdlib is not named: $(cat said)"

    $c -c count.c -o plain.o
    $c -c main.c -o plain_main.o
    cc --cc=$c plain.o plain_main.o -pthread -o prog 2>said
    grep -q 'prog holds no hooks' said || fail "missing hooks are not named"
    # Or beside code that has some, as an object or in an archive.
    rm -f libplain.a libours.a
    ar rc libplain.a plain.o
    for input in plain.o libplain.a; do
        cc --cc=$c main.c $input -pthread -o prog 2>said
        [ "$(cat said)" = "raddle cc: $input in prog holds no hooks: not \
compiled by raddle cc, so raddle will see the synchronisation in there but not \
the memory" ] || fail "$input is not named: $(cat said)"
    done
    # Data has none, and `ld -r` keeps them.
    echo 'int data = 1;' | $c -c -x c - -o data.o
    cc --cc=$c -c count.c -o count.o
    ld -r count.o -o again.o
    ar rc libours.a count.o
    for input in "count.o data.o" again.o libours.a; do
        cc --cc=$c main.c $input -pthread -o prog 2>said
        [ ! -s said ] || fail "$input has hooks, but: $(cat said)"
    done
    cc --cc=$c main.c count.c -pthread -Wl,-z,nodynamic-undefined-weak \
        -no-pie -fuse-ld=bfd -o prog 2>said
    grep -q 'cannot be attached' said ||
        readelf --dyn-syms -W prog | grep -q raddle_attach ||
        fail "an object that cannot be attached is not named"
done

# -m32: where a 32-bit libc is missing, at least the message comes.
for c in $compilers; do
    cc --cc=$c -m32 main.c count.c -pthread -o prog >said 2>&1 || true
    [ "$(grep -c '^raddle cc: -m32 ' said)" = 1 ] || fail "-m32 is not named"
    printf 'int f(void);\nint f(void)\n{\n    return 1;\n}\n' >f.c
    cc --cc=$c -m32 -c f.c -o f.o
    readelf -h f.o | grep -q ELF32 || fail "-m32 is not kept"
done
