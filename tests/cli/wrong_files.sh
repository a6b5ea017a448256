# A schedule or a campaign that is missing, empty, damaged, unreadable, huge or
# something else: what was tried, with which value, and what to do.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test --out 'a campaign' ./deadlock
schedule=$(echo a*/*.schedule)
: >empty
truncate -s 10G huge
mkfifo fifo
sed 's/^seed .*/seed banana\x1b/' "$schedule" >edited
sed '1s/2$/99/' "$schedule" >newer
head -n 9 "$schedule" | head -c -4 >cut

# As root everything can be read: then as nobody.
nobody() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
    else
        "$@"
    fi
}
reached=yes
nobody test -x "$RADDLE" && nobody test -r "$schedule" || reached=no
cp "$schedule" secret
chmod 000 secret

for command in replay show shrink; do
    wrong() {
        expect 2 "$RADDLE" $command "$1"
        says "$2"
    }
    wrong missing "cannot read the schedule missing: No such file or directory (raddle test prints"
    wrong 'a campaign' "a campaign is a directory: give a schedule in it ('a campaign'/*.schedule), or see all of its campaign: raddle report 'a campaign'"
    wrong empty "empty is empty, not a schedule: raddle test with the same --seed"
    wrong huge "cannot read the schedule huge: it is larger than such a file can be"
    wrong fifo "cannot read the schedule fifo: it is not a regular file"
    wrong deadlock.c "deadlock.c:1: this is not a raddle schedule, which begins with 'raddle-schedule 2'"
    wrong edited ": a number is missing: 'banana?'"
    wrong newer "newer:1: schedule version 99; this raddle reads version 2"
    wrong cut "the file is cut off in this line"
    if [ $reached = yes ]; then
        expect 2 nobody "$RADDLE" $command secret
        says "cannot read the schedule secret: Permission denied"
    fi
done

# The program of a schedule is gone, or elsewhere.
mkdir elsewhere
mv deadlock elsewhere
for command in replay show shrink; do
    expect 2 "$RADDLE" $command "$schedule"
    says "cannot find the program $PWD/deadlock that was recorded (--program FILE: where it is now): No such file or directory"
    expect 2 "$RADDLE" $command --program nowhere/deadlock "$schedule"
    says "cannot find the program nowhere/deadlock: No such file or directory"
done
expect 1 "$RADDLE" replay --program elsewhere/deadlock "$schedule"
mv elsewhere/deadlock .

mkdir none void garbage folder hidden
: >void/campaign.sqlite
cp deadlock garbage/campaign.sqlite
mkdir folder/campaign.sqlite
chmod 000 hidden
for command in report coverage; do
    wrong() {
        expect "$1" "$RADDLE" $command "$2"
        says "$3"
    }
    wrong 2 '' "the name of the campaign's directory is empty"
    wrong 2 none "there is no campaign in none: none/campaign.sqlite: No such file or directory (raddle test --out none PROGRAM makes one)"
    wrong 2 "$schedule" "is not a directory: give that of a campaign"
    wrong 2 void "void/campaign.sqlite is empty: no campaign has run there yet"
    wrong 3 garbage "garbage/campaign.sqlite is damaged (file is not a database): raddle test puts it aside"
    wrong 2 folder "cannot read folder/campaign.sqlite: it is a directory"
    if [ $reached = yes ]; then
        expect 2 nobody "$RADDLE" $command hidden
        says "cannot read hidden/campaign.sqlite: Permission denied"
    fi
done

expect 2 "$RADDLE" estimate ''
says "the name of the program is empty"
expect 2 "$RADDLE" estimate empty
says "cannot find the program empty in PATH (a program in this directory is ./NAME)"
expect 2 "$RADDLE" estimate ./empty
says "./empty is not executable (chmod +x it"

# raddle syn takes a schedule or a program: a name that is neither is one by
# its suffix.
expect 2 "$RADDLE" syn missing.schedule
says "cannot read the schedule missing.schedule: No such file or directory"
expect 2 "$RADDLE" syn ./missing
says "cannot find the program ./missing"
# The header comes first, then the module.
expect 2 "$RADDLE" gen missing.h
says "cannot read the header missing.h: No such file or directory"
