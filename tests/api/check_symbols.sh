#!/bin/sh
# The binary interface: the shared library exports exactly what the public header declares and symbols.txt lists.
# A new public function is a decision: add its name to symbols.txt (sorted), then run the test again.
# usage: check_symbols.sh LIBRARY HEADER SYMBOLS_TXT
set -eu
library=$1 header=$2 listed=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

nm -D --defined-only "$library" | awk '{ print $NF }' | sort >"$work/exported"
sed -n 's/^LABRBF_API .*[ *]\(labrbf_[a-z0-9_]*\)(.*/\1/p' "$header" | sort >"$work/declared"

compare() { # FILE WHAT
    if ! diff -u "$listed" "$1" >"$work/diff"; then
        echo "FAILED: $2 and $(basename "$listed") differ (- only listed, + only there):"
        grep '^[-+][^-+]' "$work/diff" || cat "$work/diff"
        exit 1
    fi
}
compare "$work/declared" "the functions of the header"
compare "$work/exported" "the exported symbols"
if grep -v '^labrbf_' "$listed"; then
    echo "FAILED: an exported name does not start with labrbf_"
    exit 1
fi
echo "$(grep -c . "$listed") exported functions"
