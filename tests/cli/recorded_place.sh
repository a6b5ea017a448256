# A replay gives the target the directory and the variables of the recording;
# raddle's own stay as they are, so that names of files are from where the user
# is.
. "$(dirname "$0")/common.inc"

cat >place.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count;

static void *add(void *unused)
{
    int c = count;

    count = c + 1;
    return unused;
}

int main(void)
{
    const char *lang = getenv("LANG");
    pthread_t t;

    /* Only there, and only so, does it fail. */
    if (access("marker", F_OK) != 0 || lang == NULL || strcmp(lang, "xy") != 0)
        return 0;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
C
"$RADDLE" cc -g -pthread place.c -o place
mkdir there here
touch there/marker
(cd there && LANG=xy "$RADDLE" test --out found ../place >../out 2>../err) || [ $? = 1 ] || fail "no finding"
file=$(ls there/found/*.schedule)

cd here
LANG=C
export LANG
expect 1 "$RADDLE" replay "../$file"
says "reproduced 1 of 1 times"
expect 1 "$RADDLE" show "../$file" --json show.json
equal "$(field show.json 'r["result"]')" same
expect 0 "$RADDLE" report ../there/found -o page.html --json report.json
equal "$(field report.json '[(f["result"], f["why"]) for f in failures]')" "[('same', None)]"
ls page.html >/dev/null || fail "the page is elsewhere"
expect 0 "$RADDLE" shrink "../$file" --json shrink.json
equal "$(field shrink.json 'r["shrunk"]')" True
