# Coverage by source file: counts, lines and pairs are those of the data; the
# filters; an address names a line.
. "$(dirname "$0")/common.inc"
look
