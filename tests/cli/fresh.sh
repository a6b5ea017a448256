# --fresh begins anew: schedules of earlier campaigns are put aside, those of
# other programs and all other files stay.
. "$(dirname "$0")/common.inc"
deadlock_program
cp deadlock other
expect 1 "$RADDLE" test -n 500 --out there ./other
mv there/deadlock-*.schedule there/others.schedule
expect 1 "$RADDLE" test --fresh -n 500 --seed 2 --out there ./deadlock
says_not "there/old"
echo mine >there/mine.schedule
name=$(cd there && ls deadlock-*.schedule)
cp "there/$name" before
# Found again: it is this campaign's, not the better one that was there.
expect 1 "$RADDLE" test --fresh -n 500 --no-shrink --seed 3 --out there ./deadlock
says "there/old now"
says_not "kept:"
cmp before "there/old/$name" || fail "not put aside"
grep -q '^seed 3$' "there/$name" || fail "of another campaign"
[ -e there/mine.schedule ] && [ -e there/others.schedule ] || fail "too much"
# Not found again: nothing of it is left to replay.
expect 3 "$RADDLE" test --fresh -n 1 --steps 2 --out there ./deadlock
[ ! -e "there/$name" ] || fail "still there"
[ ! -e "there/$name.orig" ] || fail "its original is still there"
# Without it a campaign goes on.
expect 1 "$RADDLE" test -n 500 --out there ./deadlock
says_not "there/old"
expect 1 "$RADDLE" test -n 5 --out there ./deadlock
[ -e "there/$name" ] || fail "a schedule is gone"
