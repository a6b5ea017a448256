#!/bin/sh
# Fetches the standard's JSON schema of SARIF 2.1.0, against which tests check
# what --sarif writes: sarif.sh DIR, which then has DIR/sarif-2.1.0.json.
# It is not kept here: it is OASIS's, whose notice allows copies, not changes.
# It comes out of a package (@microsoft/jest-sarif, MIT) as published for the
# approved standard ("rtm.5"), on which GitHub builds too.  Without a network
# there is none, which is said, and tests make do with what they have.
set -eu
dir=${1:?usage: sarif.sh DIR}
file=lib/schemas/sarif-2.1.0-rtm.5.json
status=0
"$(dirname "$0")/npm.sh" "$dir" @microsoft/jest-sarif 1.0.0-beta.0 \
    0357ce84f77a21ce620e4e05f583f0d6a341e1717eefe22f891ef197caf617a4\
33424c7972963d2ec1a4dab1318852047016e3a559d29b058606e9004a4890f4 \
    $file || status=$?
if [ $status = 3 ]; then
    echo "sarif.sh: SARIF is not checked against the standard's schema" >&2
    exit 0
fi
[ $status = 0 ] || exit $status
mv "$dir/$file" "$dir/sarif-2.1.0.json"
cd "$dir"
rmdir -p "$(dirname $file)"
