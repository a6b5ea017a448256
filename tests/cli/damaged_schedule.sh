# Damaged, foreign and future schedule files: exit status 2, the line and the
# reason; nothing is run.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test ./deadlock
file=$(ls raddle-out/*/*.schedule)
refused() {
    expect 2 "$RADDLE" replay bad
    says "$1"
    says_not "output of the program"
}
head -n 12 "$file" >bad; refused "bad:12:"; says "cut off"
head -c 700 "$file" >bad; refused "cut off"
: >bad; refused "bad is empty, not a schedule"
cp deadlock.c bad; refused "bad:1: this is not a raddle schedule"
sed 's/^raddle-schedule 2$/raddle-schedule 3/' "$file" >bad
refused "bad:1: schedule version 3"
sed 's/^raddle-schedule 2$/raddle-schedule 1/' "$file" >bad
refused "bad:1: schedule version 1, made by an older raddle"
says "run 'raddle test' again"
sed 's/^seed 1$/seed 2/' "$file" >bad; refused "checksum"
# Which line that is depends on the environment's variables.
line=$(grep -n '^seed 1$' "$file" | cut -d: -f1)
sed 's/^seed 1$/seed one/' "$file" >bad
refused "bad:$line: a number is missing"
line=$(grep -n '^t1 #' "$file" | head -n 1 | cut -d: -f1)
sed 's/^t1 #/tt #/' "$file" >bad; refused "bad:$line:"
sed '/^strategy/d' "$file" >bad; refused "'strategy' is missing"
sed 's/^t0 #.*/& 99/' "$file" >bad; refused "unknown site 99"
{ cat "$file"; echo more; } >bad; refused "after the end"
# The good one still is good.
expect 1 "$RADDLE" replay "$file"
