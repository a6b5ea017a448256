#!/bin/sh
# Fetches files of a package of npm's registry that is known by its sum:
#   npm.sh DIR PACKAGE VERSION SHA512 FILE...
# puts each FILE of the package at DIR/FILE.  Exit status 3, which is said: it
# cannot be had; then nothing has changed.
set -eu
[ $# -gt 4 ] || {
    echo "usage: npm.sh DIR PACKAGE VERSION SHA512 FILE..." >&2
    exit 2
}
dir=$1 name=$2 version=$3 sha512=$4
shift 4
url=https://registry.npmjs.org/$name/-/${name##*/}-$version.tgz

mkdir -p "$dir"
work=$(mktemp -d "$dir/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The sum below vouches for it: a proxy's own certificate does no harm.
curl -fsSL --insecure --retry 2 --connect-timeout 20 -o "$work/tgz" "$url" || {
    echo "npm.sh: cannot fetch $url" >&2
    exit 3
}
echo "$sha512  $work/tgz" | sha512sum --check --status || {
    echo "npm.sh: what came from $url is not $name $version:" >&2
    echo "npm.sh: its sha512 is $(sha512sum <"$work/tgz")" >&2
    exit 1
}
for file; do
    tar -xzf "$work/tgz" -C "$work" "package/$file"
    mkdir -p "$(dirname "$dir/$file")"
    # Newer than what make has seen before it.
    touch "$work/package/$file"
    mv "$work/package/$file" "$dir/$file"
done
