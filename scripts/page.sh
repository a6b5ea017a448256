#!/bin/sh
# Puts the page of raddle report together: page.sh PAGE UPLOT prints it.  PAGE is
# src/report/page, UPLOT the unpacked package.  What remains is one file with
# the word DATA where the data of a campaign goes (src/report/formats/html.c).
set -eu
page=${1:?usage: page.sh PAGE UPLOT} uplot=${2:?usage: page.sh PAGE UPLOT}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$page/page.css" "$work/STYLE"
cp "$uplot/dist/uPlot.min.css" "$work/UPLOT_STYLE"
{
    echo "/*!"
    cat "$uplot/LICENSE"
    echo "*/"
    cat "$uplot/dist/uPlot.iife.min.js"
} >"$work/UPLOT"
for file in $(cat "$page/order"); do
    cat "$page/$file"
done >"$work/SCRIPT"
! grep -il '</s[ct]' "$work"/* || {
    echo "page.sh: an end tag in there would end its element" >&2
    exit 1
}

# Each placeholder, a line that is a comment with a name of these files, becomes
# the file.
set --
for name in STYLE UPLOT_STYLE UPLOT SCRIPT; do
    [ "$(grep -cx "/\*$name\*/" "$page/page.html")" = 1 ] || {
        echo "page.sh: page.html must have the line /*$name*/ once" >&2
        exit 1
    }
    set -- "$@" -e "/^\/\*$name\*\/\$/{r $work/$name" -e "d}"
done
sed "$@" "$page/page.html" >"$work/page.html"
[ "$(grep -c '>DATA</script>' "$work/page.html")" = 1 ] || {
    echo "page.sh: page.html must have >DATA</script> once" >&2
    exit 1
}
cat "$work/page.html"
