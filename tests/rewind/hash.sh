# One schedule again and again in place has one event hash, that of a new
# process, for every program of the corpus (make check: every twentieth); see
# hash.py.  make soundness: also with what older machines lack switched off, with
# clang, and those about the rewind with all their memory compared.
. "$(dirname "$0")/common.inc"
python3 "$here/hash.py" "$RADDLE" --work . --times "$(many 10000 5)" --every "$(many 1 20)"
[ -n "${SOUNDNESS:-}" ] || exit 0
for option in --no-avx2 --no-fsgsbase; do
    python3 "$here/hash.py" "$RADDLE" --work "without$option" --times 200 --option=$option
done
python3 "$here/hash.py" "$RADDLE" --work clang --times 200 --compiler=clang
for track in $trackers; do
    python3 "$here/hash.py" "$RADDLE" --work "checked-$track" --times 500 \
        --only 'rewind_*' --option=--check-rewind --option=--track=$track
done
# Nothing is rewound then, and calls inside libraries are not steps: hashes are
# others, but the same in each process.
python3 "$here/hash.py" "$RADDLE" --work no-dispatch --times 5 --every 5 \
    --option=--no-dispatch --falls
