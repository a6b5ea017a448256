# A source that was edited after the program was built: its lines are other ones
# now, so that none is quoted, which is said once; in the terminal, in JSON and
# in the page.  And one that is not there any more.
. "$(dirname "$0")/common.inc"
export COLUMNS=160
cat >sum.h <<'C'
static int sum;
static void add(int n)
{
    int old = sum; /* the old line */
    sum = old + n; /* the new line */
}
C
cat >newer.c <<'C'
#include <assert.h>
#include <pthread.h>
#include "sum.h"
static void *work(void *arg)
{
    add(1);
    MORE;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum == 2); /* the test */
    return 0;
}
C
touch -d '2020-01-01 10:00' newer.c sum.h
"$RADDLE" cc -g -pthread -DMORE= newer.c -o newer
touch -d '2020-01-01 10:00' newer
only="sum.h is newer than the program: its lines may be others than those that were built, so none is quoted"
both="sum.h, newer.c are newer than the program: their lines"
# said TEXT: once, however it is broken into lines.
said() {
    equal "$(tr -s ' \n' ' ' <out | grep -o -F -- "$1" | wc -l)" 1
}

# As old as the program is as good as older.
expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own ./newer
says "old = sum;"
says "assert(sum == 2);"
says_not "newer than"
file=$(ls own/*.schedule)
expect 1 "$RADDLE" show --json table.json "$file"
equal "$(field table.json 'r["newer"]')" "[]"
expect 0 "$RADDLE" report --json report.json own
equal "$(field report.json 'sorted(r["sources"])')" "['newer.c', 'sum.h']"
equal "$(field report.json 'r["newer"]')" "[]"

# A line more at the top of the header: what was line 4 is line 5.
sed -i '1i /* a new first line */' sum.h
touch -d '2020-01-01 10:00:00.5' sum.h
for command in "test -q --jobs 1 --fresh --out own ./newer" "show $file" "show --full $file"; do
    expect 1 "$RADDLE" $command
    said "$only"
    says_not "old = sum"
    says "assert(sum == 2);"
done
expect 1 "$RADDLE" show "$file"
says "sum.h:4 read sum = 0"
expect 1 "$RADDLE" show --json table.json "$file"
equal "$(field table.json 'r["newer"]')" "['sum.h']"
expect 0 "$RADDLE" report --json report.json own
says "sum.h is newer than the program"
equal "$(field report.json 'sorted(r["sources"])')" "['newer.c']"
equal "$(field report.json 'r["newer"]')" "['sum.h']"
equal "$(field report.json 'sum("sum.h is newer" in n for n in r["notes"])')" 1

# Several, told in one sentence; of two findings once.
"$RADDLE" cc -g -pthread -DMORE='assert(sum < 2)' newer.c -o two
touch -d '2020-01-01 10:00' two
touch newer.c
expect 1 "$RADDLE" test --races off -q --jobs 1 --keep-going -n 50 --json json --out twice \
    ./two
equal "$(field json 'len(r["findings"])')" 2
said "$both"
says_not "assert(sum == 2);"
expect 1 "$RADDLE" replay "$file"
said "newer.c is newer than the program: its lines"
says_not "assert(sum == 2);"

# A time that is yet to come: no build helps, and that is said.
touch -d 'tomorrow' sum.h
touch newer.c
touch newer
expect 1 "$RADDLE" show "$file"
said "sum.h is newer than the program: its lines may be others than those that were built, so none is quoted (the time of sum.h lies in the future: touch it, then build again)"
says_not "touch the program"
expect 0 "$RADDLE" report --json report.json own
says "the time of sum.h lies in the future: touch it"
touch -d 'tomorrow' newer.c
expect 1 "$RADDLE" show "$file"
said "the times of newer.c, sum.h lie in the future: touch them, then build again"
touch newer.c sum.h

# A program whose time was taken from it.
touch -d '1980-01-01' newer
expect 1 "$RADDLE" replay "$file"
says_not "newer than"

# Built again, or the program touched.
touch -d '2020-01-01 10:00' newer
touch newer
expect 1 "$RADDLE" replay "$file"
says_not "newer than"
says "assert(sum == 2);"

# A source that is gone: a row has what was done, no number alone.
mv sum.h away.h
for command in "test -q --jobs 1 --fresh --out own ./newer" "show $file" "show --full $file"; do
    expect 1 "$RADDLE" $command
    said "$PWD/sum.h cannot be read, so none of its lines is quoted"
    says_not "newer than"
    says "sum.h:4 read sum = 0"
    says "assert(sum == 2);"
    ! grep -qE '\| sum.h:[0-9]+ +(\||$)' out || fail "a number alone"
done
mv newer.c away.c
expect 1 "$RADDLE" show "$file"
said "newer.c, $PWD/sum.h cannot be read, so none of their lines is quoted"
mv away.c newer.c
mv away.h sum.h
expect 1 "$RADDLE" show "$file"
says_not "cannot be read"
says "assert(sum == 2);"
