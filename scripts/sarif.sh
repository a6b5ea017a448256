#!/bin/sh
# Fetches the standard's JSON schema of SARIF 2.1.0, against which tests check
# what --sarif writes: sarif.sh DIR, which then has DIR/sarif-2.1.0.json.
# It is not kept here: it is OASIS's, whose notice allows copies, not changes.
# It comes out of a package (@microsoft/jest-sarif, MIT) as published for the
# approved standard ("rtm.5"), on which GitHub builds too.  Without a network
# there is none, which is said, and tests make do with what they have.
set -eu
version=1.0.0-beta.0
sha512=0357ce84f77a21ce620e4e05f583f0d6a341e1717eefe22f891ef197caf617a4\
33424c7972963d2ec1a4dab1318852047016e3a559d29b058606e9004a4890f4
url=https://registry.npmjs.org/@microsoft/jest-sarif/-/jest-sarif-$version.tgz
member=package/lib/schemas/sarif-2.1.0-rtm.5.json
dir=${1:?usage: sarif.sh DIR}

mkdir -p "$dir"
work=$(mktemp -d "$dir/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
package=$work/package.tgz

# The sum below vouches for it: a proxy's own certificate does no harm.
curl -fsSL --insecure --retry 2 --connect-timeout 20 -o "$package" "$url" || {
    echo "sarif.sh: cannot fetch $url" >&2
    echo "sarif.sh: SARIF is not checked against the standard's schema" >&2
    exit 0
}
echo "$sha512  $package" | sha512sum --check --status || {
    echo "sarif.sh: what came from $url is not that package:" >&2
    echo "sarif.sh: its sha512 is $(sha512sum <"$package")" >&2
    exit 1
}
tar -xzf "$package" -C "$work" "$member"
mv "$work/$member" "$dir/sarif-2.1.0.json"
