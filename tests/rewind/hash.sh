# One schedule again and again in place has one event hash, that of a new
# process, for every program of the corpus (make check: every twentieth); see
# hash.py.
. "$(dirname "$0")/common.inc"
python3 "$here/hash.py" "$RADDLE" --work . --times "$(many 10000 5)" --every "$(many 1 20)"
