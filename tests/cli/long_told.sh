# A failure of very many steps at very many addresses is told in time that grows
# with their number only: names are made of what is shown.  Measured as time of
# the processor, which other programs do not change.
. "$(dirname "$0")/common.inc"
cat >long.c <<'C'
static unsigned char table[1200000];
int main(void)
{
    long sum = 0;
    for (long i = 0; i < 1200000; i++)
        sum += table[i];
    return sum != 0;
}
C
"$RADDLE" cc -g long.c -o long
# limited SECONDS COMMAND...
limited() (
    ulimit -t "$1"
    shift
    exec "$@"
)
for steps in 300000 1000000; do
    expect 1 limited 20 "$RADDLE" test --jobs 1 --fresh --steps $steps \
        --json report ./long
    says "read table[$((steps - 1))] = 0"
    says "64 of $steps steps"
    equal "$(field report 'r["findings"][0]["replayed"]')" True
done
expect 1 limited 20 "$RADDLE" show raddle-out/long/*.schedule
says "64 of 1000000 steps"

# Who has enough of it is obeyed.
begin=$(date +%s%N)
env --default-signal=TERM timeout -k 60 -s TERM 2 "$RADDLE" test --jobs 1 \
    --fresh ./long >out 2>err || true
took=$((($(date +%s%N) - begin) / 1000000))
[ $took -lt 12000 ] || fail "took $took ms to end"
