#!/bin/sh
# Fetches uPlot, with which reports draw their plots (MIT), into a directory:
# uplot.sh DIR.  It has then what building needs of the package; empty files if
# it cannot be had, for raddle is of use without plots.
set -eu
dir=${1:?usage: uplot.sh DIR}
set -- LICENSE dist/uPlot.iife.min.js dist/uPlot.min.css
status=0
"$(dirname "$0")/npm.sh" "$dir" uplot 1.6.32 \
    2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935\
c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023 \
    "$@" || status=$?
[ $status = 3 ] || exit $status
cat >&2 <<MESSAGE
uplot.sh: reports will have tables in place of plots.  With a network, say
    scripts/uplot.sh $dir && make
or unpack that file elsewhere and say where: make UPLOT=DIR.
MESSAGE
mkdir -p "$dir/dist"
for file; do
    : >"$dir/$file"
done
