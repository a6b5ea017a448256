#!/bin/sh
# Shared objects: linked, loaded with dlopen, with -z defs, into instrumented
# and plain programs.
. "$(dirname "$0")/common.inc"
two_files
cat >load.c <<'EOF'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static void (*add_one)(void);
static void *run(void *arg)
{
    add_one();
    return arg;
}
int main(void)
{
    void *library = dlopen("./libcount.so", RTLD_NOW);
    pthread_t t[2];
    assert(library != 0);
    add_one = (void (*)(void))dlsym(library, "add_one");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(*(int *)dlsym(library, "counter") == 2);
    return 0;
}
EOF
export LD_LIBRARY_PATH=.
for c in $compilers; do
    cc --cc=$c -fPIC -shared -Wl,-z,defs count.c -o libcount.so
    hooked libcount.so
    [ -z "$(nm -D --defined-only libcount.so | grep -v -E 'counter|add_one')" ] ||
        fail "libcount.so exports hooks"
    cc --cc=$c main.c -L. -lcount -pthread -o linked
    ./linked && finds ./linked
    cc --cc=$c load.c -pthread -o loads
    ./loads && finds ./loads
    $c load.c -pthread -o plain_loads
    ./plain_loads && finds ./plain_loads

    cc --cc=$c -fPIC -c count.c -o pic.o
    cc --cc=$c -shared -Wl,-soname,libcount.so -Wl,--no-undefined \
        -Wl,--version-script=/dev/stdin pic.o -o libcount.so <<'EOF'
{ global: counter; add_one; local: *; };
EOF
    finds ./linked
    # As libtool links C++ libraries.
    cc --cc=$c -shared -nostdlib "$($c -print-file-name=crti.o)" \
        "$($c -print-file-name=crtbeginS.o)" pic.o -lc -lgcc_s \
        "$($c -print-file-name=crtendS.o)" "$($c -print-file-name=crtn.o)" \
        -o libcount.so 2>said
    [ ! -s said ] || fail "libtool's way of linking is commented on: $(cat said)"
    hooked libcount.so
    finds ./linked
done
