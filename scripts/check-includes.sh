#!/bin/sh
# The one direction in which the parts include each other (docs/design.md).
set -eu
cd "$(dirname "$0")/.."
status=0

# allowed FOLDER PARTS...: files of src/FOLDER include only these parts.
allowed() {
    folder=$1
    shift
    pattern=$(echo "$*" | tr ' ' '|')
    bad=$(grep -rnE '^#include "[a-z_]+/' "src/$folder" --include='*.[ch]' \
        --include='*.S' | grep -vE "#include \"($pattern)/" || true)
    if [ -n "$bad" ]; then
        echo "check-includes: src/$folder may include only: $*" >&2
        echo "$bad" >&2
        status=1
    fi
}

allowed base base
allowed hooks hooks
allowed strategy base strategy
allowed coverage base coverage
allowed detect base detect
allowed runtime base hooks strategy coverage detect runtime
allowed driver base driver
allowed campaign driver base strategy coverage detect campaign
allowed report driver base coverage detect report
allowed cli driver base hooks strategy coverage detect campaign report cli

# Causes stand on shrinking, and not the other way round; only who keeps the
# shrunk schedule has both.
bad=$(grep -n '^#include "campaign/cause' src/campaign/acts.[ch] \
    src/campaign/shrink*.[ch] | grep -v '^src/campaign/shrink_keep\.' || true)
if [ -n "$bad" ]; then
    echo "check-includes: shrinking may not know of causes" >&2
    echo "$bad" >&2
    status=1
fi
exit $status
