# A finding: from the overview to its lanes, step by step with the keyboard and
# the mouse; values, locks and source are those of the data; zoom; Back.  No text
# lies on another, at any width.
. "$(dirname "$0")/common.inc"
look
