#!/bin/sh
# Fetches uPlot, with which reports draw their plots (MIT), into a directory:
# uplot.sh DIR.  It has then what building needs of the package: DIR/LICENSE,
# DIR/dist/uPlot.iife.min.js, DIR/dist/uPlot.min.css.
set -eu
version=1.6.32
sha512=2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935\
c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023
url=https://registry.npmjs.org/uplot/-/uplot-$version.tgz
dir=${1:?usage: uplot.sh DIR}

mkdir -p "$dir"
work=$(mktemp -d "$dir/fetch.XXXXXX")
trap 'rm -rf "$work"' EXIT
package=$work/uplot.tgz

has() { command -v "$1" >/dev/null; }
# npm last: it is slow, but may know of a mirror.
fetch() {
    has curl && curl -fsSL --retry 2 --connect-timeout 20 -o "$package" "$url" ||
        { has wget && wget -q -T 20 -t 3 -O "$package" "$url"; } ||
        { has npm && npm pack --silent --fetch-retries 1 --pack-destination \
            "$work" "uplot@$version" >/dev/null &&
            mv "$work/uplot-$version.tgz" "$package"; }
}
fetch || {
    cat >&2 <<MESSAGE
uplot.sh: cannot fetch $url (by curl, wget or npm)
uplot.sh: without a network, unpack that file elsewhere (or npm pack
uplot@$version there) and say where it is: make UPLOT=DIR, where DIR has
LICENSE, dist/uPlot.iife.min.js and dist/uPlot.min.css.
MESSAGE
    exit 1
}
echo "$sha512  $package" | sha512sum --check --status || {
    echo "uplot.sh: what came from $url is not uPlot $version:" >&2
    echo "uplot.sh: its sha512 is $(sha512sum <"$package")" >&2
    exit 1
}
tar -xzf "$package" -C "$work" package/LICENSE \
    package/dist/uPlot.iife.min.js package/dist/uPlot.min.css
mkdir -p "$dir/dist"
mv "$work"/package/dist/* "$dir/dist"
mv "$work/package/LICENSE" "$dir"
# Newer than what make has seen before them.
touch "$dir/LICENSE" "$dir"/dist/*
