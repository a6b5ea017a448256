# --junit: valid by junit.xsd; a failure, a pass, and nothing verified, which
# is an error; what XML cannot hold is not written.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.inc"
deadlock_program
clean_program
check() {
    xmllint --noout --schema "$here/junit.xsd" "$1" 2>err || fail "$1 is not valid"
}
# value FILE XPATH
value() { xmllint --xpath "string($2)" "$1"; }

expect 1 "$RADDLE" test --fresh --junit report ./deadlock 'a<b&"c"' "$(printf '\001\377')"
check report
equal "$(value report '/testsuites/@failures')" 1
equal "$(value report '//testcase/@name')" './deadlock a<b&"c" ??'
equal "$(value report '//failure/@type')" deadlock
value report '//failure' | grep -q "raddle replay .*\.schedule" || fail "no replay"
value report '//failure' | grep -q "^lock-order deadlock: .* waits at " ||
    fail "no cause"
value report '//failure' | grep -q "^found in execution [1-9]" || fail "no number"
equal "$(value report '//testcase/@line > 0')" true
# Of an earlier session, too.
expect 1 "$RADDLE" test -n 1 --seed 2 --junit report ./deadlock 'a<b&"c"' "$(printf '\001\377')"
check report
value report '//failure' | grep -q "^lock-order deadlock: " || fail "no cause"

# The command is such that a shell takes it; of what is UTF-8 XML has not all.
expect 1 "$RADDLE" test --out 'a b' --junit report ./deadlock "$(printf '\303\251 \357\277\276 \355\240\200')"
check report
value report '//failure' | grep -q "raddle replay 'a b/.*\.schedule'" || fail "not quoted"
equal "$(value report '//testcase/@name')" "$(printf './deadlock \303\251 ??? ???')"

expect 0 "$RADDLE" test --fresh -n 20 --junit report ./clean
check report
equal "$(value report 'concat(//testsuite/@tests, //@failures, //@errors)')" 100
equal "$(value report 'count(//failure | //error)')" 0

expect 3 "$RADDLE" test --fresh -n 20 --junit report /bin/true
check report
equal "$(value report '//error/@type')" nothing-verified
equal "$(value report '/testsuites/@errors')" 1
expect 2 "$RADDLE" test --junit /nowhere/report ./clean
expect 2 "$RADDLE" test --fresh --junit log --sarif ./log ./clean
says "--junit log would overwrite --sarif ./log, which is the same file"
expect 2 "$RADDLE" test --fresh --junit log --json log ./clean
says "--json log would overwrite --junit log"
