# The figures: their help, what can be wrong, the form of what they write.
run labrbf-compare fig-toy --help
run labrbf-compare fig-ratio --help
run labrbf-compare fig-sigma --help

run labrbf-compare fig-toy --seed 3
run labrbf-compare fig-ratio figures
run labrbf-compare fig-ratio --repeats 0
run labrbf-compare fig-ratio --repeats 2000
run labrbf-compare fig-ratio --steps -1
run labrbf-compare fig-sigma --seed x
run labrbf-compare fig-sigma --jobs 0
echo text >file
run labrbf-compare fig-sigma -o file
run labrbf-compare fig-sigma -o no/such
mkdir alone
ln -s "$(command -v labrbf-compare)" alone/labrbf-compare
without_gnuplot() { (PATH=$PWD/alone && labrbf-compare "$@"); }
run without_gnuplot fig-toy -o new
run without_gnuplot fig-ratio -o new
mkdir broken
printf '#!/bin/sh\n[ "$1" = --version ] || { echo "no such terminal" >&2; exit 3; }\n' >broken/gnuplot
chmod +x broken/gnuplot
with_broken_gnuplot() { (PATH=$PWD/broken:$PATH && labrbf-compare "$@"); }
run with_broken_gnuplot fig-sigma -o new --repeats 1 --steps 0 -q
holds 'the numbers are there nevertheless' test "$(ls -A new)" = fig-sigma.csv
rm new/fig-sigma.csv
run helper send INT '1 of 4' labrbf-compare fig-ratio -o new --steps 100000
holds 'nothing is left of these' test -z "$(ls -A new)"

# a quick look at the studies: every number is there, and the same for one process and for two
# shape FILE: header, lines, and functions x models x levels, each with sensible numbers
shape() {
    head -n 1 "$1"
    awk -F, 'NR > 1 { lines++; fields += NF; f[$1] = 1; m[$2] = 1; x[$4] = 1; noise[$1 " " $3] = 1
                      good += $6 > 0.05 && $6 < 5; spread += $7 > 0 && $7 < 5; alone += $7 == "" }
             END { n = 0; for (i in f) n++; printf "%d lines, %d fields, %d functions", lines, fields, n
                   n = 0; for (i in m) n++; printf ", %d models", n; n = 0; for (i in x) n++; printf ", %d levels", n
                   n = 0; for (i in noise) n++; printf ", %d noises; %d means, %d deviations, %d without\n", n, good, spread, alone }' "$1"
}
quietly labrbf-compare fig-ratio -o one --repeats 2 --steps 2 --seed 5
quietly labrbf-compare fig-ratio -o two --repeats 2 --steps 2 --seed 5 --jobs 2
run labrbf-compare fig-sigma -o one --repeats 1 --steps 2 --seed 6
quietly labrbf-compare fig-sigma -o two --repeats 1 --steps 2 --seed 6 --jobs 2
for figure in ratio sigma; do
    shape one/fig-$figure.csv
    holds 'the same with two processes' cmp one/fig-$figure.csv two/fig-$figure.csv
    grep -c '(a)\|(b)\|(c)\|(d)\|^</svg>$' one/fig-$figure.svg
done
ls -A one
cut -d, -f1-5 one/fig-sigma.csv | sed -n '2,4p;28,30p'

# the toy is the demo's
labrbf-compare fig-toy -o toy >printed
ls -A toy
mkdir demo
"$LABRBF_BUILD/../examples/toy" demo | cmp - printed && echo 'the same errors as in the demo'
holds 'the same curves' cmp toy/fig-toy-curves.csv demo/curves.csv
