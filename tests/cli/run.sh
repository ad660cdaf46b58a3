#!/bin/sh
# Runs cases of the command line and compares what they print with what they should print.
#
#   run.sh [--update] FOLDER_OF_LABRBF HELPER [CASE.sh ...]
#
# A case is a shell script, NAME.sh; what it prints is in NAME.expected beside it. It runs in an empty folder, with
# `labrbf` (or `labrbf-compare`) and `helper` on the path and the functions below. --update writes the expected files
# anew: read the difference before you believe it.
set -u

update=false
if [ "$1" = --update ]; then
    update=true
    shift
fi
here=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$1" && pwd):$(cd "$(dirname "$2")" && pwd):$PATH
LABRBF_BUILD=$(cd "$1/.." && pwd)
HELPER=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
LC_ALL=C
export PATH LABRBF_BUILD LC_ALL
shift 2
[ $# -gt 0 ] || set -- "$here"/cases/*.sh

# helper ...: the test helper, whatever its file is called
helper() { "$HELPER" "$@"; }

# What differs from machine to machine: times, and what a search has chosen.
hidden='s/^fitted in [0-9.:]*\( s\)\{0,1\}:/fitted in TIME:/
s/^\(fitted in TIME\): .* validation R2 [0-9.-]*/\1: SIZE, validation R2 NUMBER/
s/validation rows: R2 .*/validation rows: R2 NUMBER/
s/^chosen: .*/chosen: SETTINGS/'

# run COMMAND ...: prints the command, its output, its messages (after "! ") and its exit code; hides times.
run() {
    echo "\$ $*"
    "$@" >.stdout 2>.stderr
    code=$?
    cat .stdout
    sed "$hidden" .stderr | sed 's/^/! /'
    echo "= $code"
    return 0
}

# quietly COMMAND ...: only what goes wrong.
quietly() {
    "$@" >.stdout 2>.stderr && return
    echo "failed: $*"
    cat .stdout .stderr
}

# holds WORDS CONDITION ...: prints the words and whether the condition (a command) holds.
holds() {
    words=$1
    shift
    if "$@"; then echo "yes: $words"; else echo "NO: $words"; fi
}

# toy ROWS: a table of two features and a smooth target, always the same.
toy() {
    awk -v rows="$1" 'BEGIN {
        print "a,b,y"
        for (i = 0; i < rows; i++) {
            a = (i * 0.6180339887) % 1; b = 10 * ((i * 0.7548776662) % 1)
            printf "%.6f,%.6f,%.6f\n", a, b, sin(5 * a) + 0.1 * b
        }
    }'
}

# short: settings of a fit that takes no time; brief: the same, with the kernel left open
# shellcheck disable=SC2034
brief="--quiet --support-max 12 --support-init 6 --support-add 3 --steps-grow 20 --steps-final 20 --sigma0 2 --ridge 0.001 --linear off --scaling minmax"
# shellcheck disable=SC2034
short="$brief --kernel exponential"

run_case() {
    name=$(basename "$1" .sh)
    case_file=$1
    expected=${1%.sh}.expected
    folder=$(mktemp -d) || exit 1
    # shellcheck source=/dev/null
    (cd "$folder" && . "$case_file") >"$folder/.printed" 2>&1
    if $update; then
        cp "$folder/.printed" "$expected"
        echo "updated $name"
        result=0
    else
        diff -u "$expected" "$folder/.printed"
        result=$?
        [ $result -eq 0 ] && echo "ok $name" || echo "FAILED $name"
    fi
    rm -rf "$folder"
    return $result
}

failed=0
for file in "$@"; do
    run_case "$(cd "$(dirname "$file")" && pwd)/$(basename "$file")" || failed=$((failed + 1))
done
[ $failed -eq 0 ]
