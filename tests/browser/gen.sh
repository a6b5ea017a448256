# After raddle gen: a matrix of the pairs of functions, and a finding with its
# calls and its C test; the JUnit and SARIF files of the same session.
. "$(dirname "$0")/common.inc"
cp "$here"/../../bench/gen/modules/cache.[ch] .
"$RADDLE" gen cache.h --with cache.c --tests 60 --keep-going -o found --json found.json \
    >said 2>&1 || [ $? = 1 ]
"$RADDLE" report found -o found.html
"$RADDLE" report found --json found.data
"$RADDLE" gen cache.h --with cache.c --cflags=-DMENDED --tests 20 -o clean --json clean.json >said 2>&1
"$RADDLE" report clean -o clean.html
# Nothing but a data race: a warning, and no failure.
cp "$here"/../../bench/gen/modules/counter.[ch] .
echo 'method counter_add
ignore counter_get
weak counter_add' >add.spec
"$RADDLE" gen counter.h --with counter.c --spec add.spec --tests 2 -o race >said 2>&1
"$RADDLE" report race -o race.html
browse
