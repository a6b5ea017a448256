# Each program of the corpus that shows that something is restored fails when
# nothing is: when its main is called twice in one process.  (make check: every
# fourth.)
. "$(dirname "$0")/common.inc"
# It shows that executions go on, not that something is as before.
exempt="rewind_iconv"
"$RADDLE" cc -g -O1 -c "$here/twice.inc.c" -o twice.o
n=0
for source in "$programs"/rewind_*.c "$programs"/rewind_*.cc; do
    n=$((n + 1))
    [ $((n % $(many 1 4))) = 0 ] || continue
    name=$(basename "${source%.*}")
    case " $exempt " in *" $name "*) continue ;; esac
    cc=cc
    [ "${source%.cc}" = "$source" ] || cc=cxx
    "$RADDLE" $cc -g -O1 -pthread "$source" twice.o -lm -o $name \
        -Wl,--wrap=__libc_start_main,--wrap=exit,--wrap=_exit,--wrap=quick_exit
    args=$(sed -n 's/^ \* ARGS: //p' "$source")
    got=0
    "$RADDLE" test -q --no-shrink -n 300 -- ./$name $args >out 2>err || got=$?
    [ $got = 1 ] || fail "$name: exit status $got: it notices nothing"
done
