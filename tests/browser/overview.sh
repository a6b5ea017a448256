# The overview: verdict, figures, coverage, plots; light and dark, keyboard, a
# narrow screen; nothing in the console.
. "$(dirname "$0")/common.inc"
look
