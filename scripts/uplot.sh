#!/bin/sh
# Fetches uPlot, with which reports draw their plots (MIT), into a directory:
# uplot.sh DIR.  It has then what building needs of the package: DIR/LICENSE,
# DIR/dist/uPlot.iife.min.js, DIR/dist/uPlot.min.css; empty ones if it cannot
# be had, for raddle is of use without plots.
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

# The sum below vouches for it: a proxy's own certificate does no harm.
curl -fsSL --insecure --retry 2 --connect-timeout 20 -o "$package" "$url" || {
    cat >&2 <<MESSAGE
uplot.sh: cannot fetch $url
uplot.sh: reports will have tables in place of plots.  With a network, say
    scripts/uplot.sh $dir && make
or unpack that file elsewhere and say where: make UPLOT=DIR.
MESSAGE
    mkdir -p "$dir/dist"
    : >"$dir/LICENSE"
    : >"$dir/dist/uPlot.iife.min.js"
    : >"$dir/dist/uPlot.min.css"
    exit 0
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
