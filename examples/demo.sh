#!/bin/sh
# The demo: the paper's toy signal through the C library (examples/toy.c), its picture, and the same data through the
# command line.
#     examples/demo.sh BIN_FOLDER OUT_FOLDER
set -eu
bin=${1:?usage: examples/demo.sh BIN_FOLDER OUT_FOLDER}
out=${2:?usage: examples/demo.sh BIN_FOLDER OUT_FOLDER}
here=$(dirname "$0")
mkdir -p "$out"

run() {
    printf '\n$ labrbf %s\n' "$*"
    "$bin/labrbf" "$@"
}

"$bin/../examples/toy" "$out"
if command -v gnuplot >/dev/null 2>&1; then
    gnuplot -e "folder='$out'" "$here/toy.gp"
    echo "picture: $out/toy.svg"
else
    echo "no picture: gnuplot is not installed"
fi

run fit "$out/samples.csv" -o "$out/toy.lab" --kernel gaussian --support-max 25 --holdout 0.2
run predict "$out/toy.lab" "$out/samples.csv" -o "$out/predictions.csv"
run eval "$out/toy.lab" "$out/samples.csv"

printf '\nin %s: toy.svg (the picture), toy.lab (the model), predictions.csv, and the data they came from\n' "$out"
