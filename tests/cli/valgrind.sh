#!/bin/sh
# One end-to-end run (fit, predict, eval, info) under valgrind: no invalid access, no use of unset memory, no leak.
#     tests/cli/valgrind.sh LABRBF
set -eu
labrbf=$1
command -v valgrind >/dev/null 2>&1 || { echo "valgrind is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

awk 'BEGIN { srand(7); print "a,b,y"
             for (i = 0; i < 60; i++) { a = rand(); b = rand(); printf "%.6f,%s,%.6f\n", a, i % 9 ? b : "", sin(5 * a) + b * b } }' >data.csv

check() {
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,possible "$labrbf" "$@"
}
check fit data.csv -o model.lab --support-max 20 --steps-grow 3 --steps-final 5 --threads 2 --holdout 0.2 --quiet
check predict model.lab data.csv -o predictions.csv --quiet
check eval model.lab data.csv
check info model.lab --json
[ "$(wc -l <predictions.csv)" -eq 61 ]
