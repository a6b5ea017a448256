#!/bin/sh
# Which rooms of src/ may include which: src/rooms says it, this checks it.
exec python3 "$(dirname "$0")/check_includes.py" "$@"
