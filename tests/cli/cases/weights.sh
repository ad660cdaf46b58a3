# Weights: a row of weight n counts as n equal rows, in any order.
awk 'BEGIN {
    print "a,b,w,y"
    for (i = 0; i < 60; i++) {
        a = (i * 0.6180339887) % 1; b = 10 * ((i * 0.7548776662) % 1)
        printf "%.6f,%.6f,%d,%.6f\n", a, b, i % 4, sin(5 * a) + 0.1 * b + (i % 5 == 0)
    }
}' >d.csv
awk -F, -v OFS=, 'NR == 1 { print $1, $2, $4; next } { for (k = 0; k < $3; k++) print $1, $2, $4 }' d.csv >many.csv
{ head -1 many.csv; tail -n +2 many.csv | sort -t, -k3; } >mixed.csv
run labrbf fit d.csv -o w.lab --steps-final 60 --weights w
labrbf fit many.csv -o many.lab --steps-final 60 -q
labrbf fit mixed.csv -o mixed.lab --steps-final 60 -q
for m in w many mixed; do labrbf predict $m.lab d.csv >$m.out 2>.noise; done
holds "weights are repeated rows, bit for bit" cmp w.out many.out
holds "in any order" cmp w.out mixed.out
labrbf fit d.csv -o no.lab --steps-final 60 -q --drop w
labrbf predict no.lab d.csv -q >no.out
cmp -s w.out no.out || echo "without them the model is another"
labrbf info w.lab | sed -n '/^features/p'

# By number, with a holdout, with groups, in cross-validation, with the paper's algorithm.
labrbf fit d.csv -o x.lab $short --weights 3 --holdout 0.25 | awk '{ print $1 }' | tr '\n' ' '
echo
labrbf fit d.csv -o x.lab $short --weights w --holdout 0.25 --group b | tail -1
labrbf cv d.csv $short --weights w --folds 2 | sed -n 's/ ± .*//; 5,$s/[0-9.]*$/NUMBER/p'
labrbf fit d.csv -o p.lab $short --preset paper --weights w && labrbf info p.lab | grep '^features'

# Mistakes.
run labrbf fit d.csv -o x.lab --weights y
run labrbf fit d.csv -o x.lab --weights y --target y
run labrbf fit d.csv -o x.lab --weights what
sed '4s/,2,/,-2,/' d.csv >negative.csv
run labrbf fit negative.csv -o x.lab --weights w
sed '4s/,2,/,,/' d.csv >missing.csv
run labrbf fit missing.csv -o x.lab --weights w
sed 's/,[0-9],/,0,/' d.csv >none.csv
run labrbf fit none.csv -o x.lab --weights w -q
run labrbf fit d.csv -o x.lab --weights w --features a,w
run labrbf fit d.csv -o x.lab --group b --features a,b
labrbf fit d.csv -o x.lab $short --weights w --features 1-3 && labrbf info x.lab | grep '^features'
