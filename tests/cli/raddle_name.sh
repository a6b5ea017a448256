# raddle_name takes any text: reports have one line of it, in which nothing
# commands a terminal or ends what a sentence quotes; an empty one is no name.
. "$(dirname "$0")/common.inc"
cat >label.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>
struct account { int balance; };
static struct account *a;
static void *work(void *arg)
{
    int b = a->balance;
    a->balance = b + 1;
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t[2];
    a = calloc(1, sizeof(*a));
    raddle_name(a, "before");
    for (int i = 1; i < argc; i++)
        raddle_name(a, argv[i]);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(a->balance == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread label.c -o label

# called LABEL NAME: what a block with that label is called everywhere.
called() {
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own --json json --sarif sarif \
        --junit junit ./label "$1"
    python3 -S - "$2.balance" <<'P' || fail "$1: not $2.balance everywhere"
import json, sys
from xml.etree import ElementTree
name = sys.argv[1]
cause = json.load(open("json"))["findings"][0]["explanation"]["text"]
quoted = cause.split("`")[1::2]
assert len(quoted) == 3 and all(q.endswith(" " + name) for q in quoted), cause
for text in cause, json.dumps(json.load(open("sarif")), ensure_ascii=False), \
        "".join(ElementTree.parse("junit").getroot().itertext()):
    assert name.replace('"', '\\"') in text or name in text, text
printed = open("out", encoding="utf-8").read()
assert not any(c < " " and c != "\n" for c in printed), printed
P
    COLUMNS=200 expect 1 "$RADDLE" show own/*.schedule
    says "read $2.balance = 0"
}
called "the sum" "the sum"
called '`back` quote' "'back' quote"
called "$(printf 'two\nlines\tand\033[31m')" "two lines and [31m"
called 'the sum: of all, here' 'the sum: of all, here'
called '<b>&"quoted"' '<b>&"quoted"'
# 39 bytes: half a letter is none.
called "$(printf '01234567890123456789012345678901234567\303\274')" \
    01234567890123456789012345678901234567
called "$(printf 'odd\377')" "odd?"
# No name takes the one before it away.
for none in "" "   " "$(printf '\n\t')"; do
    expect 1 "$RADDLE" test -q --jobs 1 --fresh --out own ./label "$none"
    says "write a->balance"
    says_not "before.balance"
done
