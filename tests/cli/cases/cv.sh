# Cross-validation. The scores of a fold are those of fit and eval on the same rows, split by hand.
awk 'BEGIN {
    print "machine,day,a,kind,y"; split("x y z", kind, " ")
    for (i = 0; i < 60; i++) {
        a = (i * 0.6180339887) % 1; t = (i * 7) % 60; k = kind[1 + int(i / 3) % 3]
        printf "m%d,2015-%02d-%02d,%.6f,%s,%.6f\n", i % 5, 10 + int(t / 30), 1 + t % 30, a, k, sin(5 * a) + t / 60 + (k == "x")
    }
}' >d.csv
scores() { awk '/"(r2|rmse|mae|n)"/ { gsub(/[",]/, ""); print $2 }' | tr '\n' ' '; echo; }
# folds OPTIONS: r2 rmse mae n of every fold, a line each
folds() { labrbf cv d.csv $short --json "$@" | sed -n 's/.*"r2": \([^,]*\), "rmse": \([^,]*\), "mae": \([^,]*\), .*"n": \([0-9]*\)}.*/\1 \2 \3 \4 /p'; }
# by_hand TRAIN TEST OPTIONS: rows chosen by awk conditions
by_hand() {
    train=$1 test=$2
    shift 2
    awk -F, "NR == 1 || ($train)" d.csv >train.csv
    awk -F, "NR == 1 || ($test)" d.csv >test.csv
    labrbf fit train.csv -o m.lab $short "$@" 2>>.noise && labrbf eval m.lab test.csv --json 2>>.noise | scores
}

# In time: six blocks of ten days, the days of the months 10 and 11.
folds --time day --drop machine >by-time
wc -l <by-time | tr -d ' '
{
    by_hand '$2 <= "2015-10-10"' '$2 > "2015-10-10" && $2 <= "2015-10-20"' --drop machine,day
    by_hand '$2 <= "2015-10-20"' '$2 > "2015-10-20" && $2 <= "2015-10-30"' --drop machine,day
    by_hand '$2 <= "2015-10-30"' '$2 > "2015-10-30" && $2 <= "2015-11-10"' --drop machine,day
    by_hand '$2 <= "2015-11-10"' '$2 > "2015-11-10" && $2 <= "2015-11-20"' --drop machine,day
    by_hand '$2 <= "2015-11-20"' '$2 > "2015-11-20"' --drop machine,day
} >hand
holds "each block is predicted from those before it" cmp by-time hand

# By groups: five machines, five folds, in whatever order.
folds --group machine --drop day | sort >by-group
for m in m0 m1 m2 m3 m4; do by_hand "\$1 != \"$m\"" "\$1 == \"$m\"" --drop machine,day; done | sort >hand
holds "each machine is predicted from the others" cmp by-group hand

# At random: twenty rows each, the same for the same seed; the mean and the deviation are those of the folds.
folds --folds 3 --drop machine,day --seed 4 >a
folds --folds 3 --drop machine,day --seed 4 --threads 1 >b
folds --folds 3 --drop machine,day --seed 5 >c
awk '{ print $4 }' a | tr '\n' ' '
holds "the seed draws the folds" cmp a b
cmp -s a c || echo "another seed draws others"
labrbf cv d.csv $short --json --folds 3 --drop machine,day --seed 4 >json
helper json target rows rows_skipped seed folds mean sd <json
awk '/"mean"/ { part = "mean" } /"sd"/ { part = "sd" } part && /"rmse"/ { gsub(/[",]/, ""); print part, $2 }' json >said
awk '{ v[NR] = $2; s += $2 } END { m = s / NR; for (i in v) q += (v[i] - m) ^ 2; printf "%.9g %.9g\n", m, sqrt(q / (NR - 1)) }' a >hand
awk '{ printf "%s%.9g", (NR > 1 ? " " : ""), $2 } END { print "" }' said >b
holds "mean and deviation of the rmse" cmp hand b

# For people.
labrbf cv d.csv $short --folds 3 --drop machine,day >table
sed -n 1p table
awk 'NR > 1 && NF == 6 { print $1, $2, $3 } / ± / { print $1, $3 }' table
run labrbf cv d.csv ${short#--quiet} --folds 2 --drop machine,day | sed -n 's/r2 [0-9.]*$/r2 NUMBER/; /^!/p'

# The holdout of fit.
labrbf fit d.csv -o m.lab $short --drop machine --holdout 0.25 --time day --json | sed -n '/holdout/,/}/p' | scores >a
by_hand '$2 <= "2015-11-15"' '$2 > "2015-11-15"' --drop machine,day >hand
holds "the last quarter is held out" cmp a hand
labrbf fit d.csv -o m.lab $short --drop day --holdout 0.2 --group machine --json | sed -n '/holdout/,/}/p' | scores >a
for m in m0 m1 m2 m3 m4; do by_hand "\$1 != \"$m\"" "\$1 == \"$m\"" --drop machine,day; done >hand
grep -c -x -F -f a hand

# A category that is not in the training rows is unknown to predict: the rows of kind w are one fold.
awk -F, 'BEGIN { OFS = "," } NR > 1 && $1 == "m3" { $4 = "w" } { print }' d.csv >e.csv && mv e.csv d.csv
folds --group machine --drop day | sort >by-group
for m in m0 m1 m2 m3 m4; do by_hand "\$1 != \"$m\"" "\$1 == \"$m\"" --drop machine,day; done | sort >hand
holds "categories are learnt from the training rows" cmp by-group hand

# Mistakes.
run labrbf cv
run labrbf cv d.csv --folds 1
run labrbf cv d.csv --folds many
run labrbf cv d.csv --drop day --folds 61
run labrbf cv d.csv --group day --time machine
run labrbf cv d.csv --group nosuch
run labrbf cv d.csv --group machine --drop day --folds 6
run labrbf cv d.csv --time machine --drop day
run labrbf cv d.csv --time kind --drop day,machine
run labrbf cv d.csv --group y --target y
run labrbf cv d.csv -o m.lab
run labrbf cv d.csv
run labrbf fit d.csv -o m.lab --group machine --time day
run labrbf fit d.csv -o m.lab --holdout 0.001 --group machine --drop day
sed '3s/^m1//' d.csv >gap.csv
run labrbf cv gap.csv --group machine --drop day
printf 'a,b,y\n1,2,5\n2,2,5\n3,1,5\n4,1,6\n' >flat.csv
run labrbf cv flat.csv $short --folds 2 | grep -c 'warning: the target is constant'

# Ctrl-C in the first fold: no scores, exit 130. In a later one: those of the folds before.
run helper send INT "'d.csv'" labrbf cv d.csv --drop machine,day --steps-final 900000000 --support-max 12 --support-init 6 --sigma0 2
slow="--preset paper --drop machine,day --steps-final 10000 --support-max 12 --support-init 12 --sigma0 2"
run helper send INT "fold 3 of 5" labrbf cv d.csv $slow | sed 's/ [0-9.]*e*[-+0-9.]* ± .*/ MEAN ± SD/; s/r2 [0-9.-]*$/r2 R2/; s/^\( *[123] *[0-9]* *[0-9]* \).*/\1SCORES/'
helper send INT "fold 1 of 5" labrbf cv d.csv $slow --json 2>/dev/null | helper json folds mean sd interrupted
