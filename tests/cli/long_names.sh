# A finding replays whatever the length of the program's name and directory.
. "$(dirname "$0")/common.inc"
cat >lost.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static void *add(void *unused) { n++; return unused; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
}
C
"$RADDLE" cc -g -O1 -pthread lost.c -o lost
letters() {
    printf "%0$1d" 0
}
deep=$(letters 90)/$(letters 100)/$(letters 110)
mkdir -p "$deep"
for name in "$(letters 128)" "$(letters 255)" "$deep/lost"; do
    cp lost "$name"
    expect 1 "$RADDLE" test --fresh --json report --out out.d "./$name"
    equal "$(field report '[(f["replayed"], f["location"].split(":")[0])
        for f in failures]')" "[(True, 'lost.c')]"
    expect 1 "$RADDLE" replay "$(field report 'r["findings"][0]["schedule"]')"
    rm "$name"
done
