#!/bin/sh
# What configure scripts try: with autoconf a script that it makes, without it
# the same questions by hand.
. "$(dirname "$0")/common.inc"
two_files
wrappers

# The questions of AC_PROG_CC and its relatives, as configure asks them.  (Behind ||
# set -e says nothing: each must hold for the next.)
by_hand() {
    raddle-cc --version >/dev/null 2>&1 && raddle-cc -v >/dev/null 2>&1 &&
    ! raddle-cc -V >/dev/null 2>&1 &&
    rm -f a.out conftest* &&
    echo 'int main(void) { return 0; }' >conftest.c &&
    raddle-cc conftest.c && ./a.out &&
    raddle-cc -o conftest conftest.c && ./conftest &&
    raddle-cc -c conftest.c && [ -s conftest.o ] &&
    raddle-cc -E conftest.c >/dev/null &&
    echo '#include <no_such_header.h>' >conftest.c &&
    ! raddle-cc -E conftest.c >/dev/null 2>&1 &&
    echo 'char strlen(); int main(void) { return strlen(); }' >conftest.c &&
    raddle-cc -w conftest.c -o conftest &&
    echo 'char no_such(); int main(void) { return no_such(); }' >conftest.c &&
    ! raddle-cc -w conftest.c -o conftest 2>/dev/null &&
    echo 'int main(void) { return 0; }' >conftest.c &&
    raddle-cc -MD -MP -MF conftest.Po -MT x.o -c conftest.c -o conftest.o &&
    grep -q '^x.o:' conftest.Po &&
    raddle-cc -print-file-name=libc.so >/dev/null &&
    raddle-cc -shared -fPIC conftest.c -o conftest.so &&
    # libtool asks whether it stays quiet.
    raddle-cc -fPIC -DPIC -c conftest.c -o conftest.o 2>conftest.err &&
    [ ! -s conftest.err ]
}
for c in $compilers; do
    RADDLE_CC=$c
    export RADDLE_CC
    by_hand || fail "a question of configure is answered wrongly with $c"
    unset RADDLE_CC
done

command -v autoconf >/dev/null || skip "no autoconf; the rest was asked"
cat >configure.ac <<'EOF'
AC_INIT([counting], [1])
AC_CONFIG_SRCDIR([count.c])
AC_PROG_CC
AC_USE_SYSTEM_EXTENSIONS
AC_C_BIGENDIAN
AC_CHECK_HEADERS([pthread.h no_such.h])
AC_CHECK_SIZEOF([long])
AC_CHECK_FUNCS([strlen memmove no_such_function])
AC_SEARCH_LIBS([pthread_create], [pthread], [], [AC_MSG_ERROR([no threads])])
AS_IF([test "$ac_cv_func_no_such_function" = yes ||
       test "$ac_cv_sizeof_long" != 8 ||
       test "$ac_cv_func_strlen" != yes],
      [AC_MSG_ERROR([a check went wrong])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
EOF
printf 'prog: main.o count.o\n\t@CC@ @CFLAGS@ @LDFLAGS@ -o $@ main.o count.o @LIBS@\n%s\n\t@CC@ @CFLAGS@ -c $<\n' \
    '.c.o:' >Makefile.in
autoconf 2>log || fail "$(cat log)"
for c in $compilers; do
    mkdir -p build-$c
    (cd build-$c && RADDLE_CC=$c ../configure CC=raddle-cc CFLAGS="-g -O2" \
        >log 2>&1) || fail "$(cat build-$c/log build-$c/config.log)"
    cp main.c count.c build-$c
    RADDLE_CC=$c make -C build-$c >log 2>&1 || fail "$(cat log)"
    hooked build-$c/prog
    finds build-$c/prog
done
