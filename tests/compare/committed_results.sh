#!/bin/sh
# Makes the paper's tables from the committed files of single fits, and compares them with the committed tables.
# usage: committed_results.sh LABRBF_COMPARE RESULTS_FOLDER
set -eu
compare=$1 results=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$results/runs" "$work"
for table in table1 table2 table3; do
    "$compare" $table -o "$work" --no-run --quiet >/dev/null
    cmp "$work/$table.csv" "$results/$table.csv"
done
! grep -L "	lab-paper=" "$work"/runs/*.lab-*.txt | grep .
