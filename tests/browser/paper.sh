# Printed from any view, dark or not: overview, every step of the lanes that is
# shown, stacks, uncovered pairs; no controls; the page is as it was afterwards.
. "$(dirname "$0")/common.inc"
look
