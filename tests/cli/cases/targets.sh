# Several targets: one model that predicts each, matched by name, by position and as typed.
awk 'BEGIN {
    print "a,b,\"heat, kW\",loss,id"
    for (i = 0; i < 60; i++) {
        a = (i * 0.6180339887) % 1; b = 10 * ((i * 0.7548776662) % 1)
        printf "%.6f,%.6f,%.6f,%.6f,r%d\n", a, b, sin(5 * a) + 0.1 * b, 1000 - 80 * a * b, i % 3
    }
}' >d.csv
run labrbf fit d.csv -o m.lab ${short#--quiet} --drop id --target '3,loss'
labrbf predict m.lab d.csv -q >p.csv
head -1 p.csv
wc -l <p.csv | tr -d ' '
awk -F, 'NR > 1 && NF != 2' p.csv

# The scores are those of each column by itself.
for c in 3 4; do
    awk -F, -v c="$c" 'NR > 1 { print $c }' d.csv >truth
    awk -F, -v c="$((c - 2))" 'NR > 1 { print $c }' p.csv | paste -d, - truth |
        awk -F, '{ s += ($1 - $2) ^ 2 } END { printf "%.6g\n", sqrt(s / NR) }'
done >hand
labrbf eval m.lab d.csv >said
awk '{ print $1 }' said | tr '\n' ' '
echo
awk 'NR == 2 || NR == 3 { printf "%.6g\n", $(NF - 3) }' said >b
holds "a line of scores for each target" cmp hand b
awk 'NR == 2 || NR == 3 { s += $(NF - 4) } /^mean/ { d = $3 - s / 2; print (d < 1e-7 && d > -1e-7 ? "yes" : "NO") ": the mean of their r2" }' said
labrbf eval m.lab d.csv --json >json
helper json r2 n targets <json
grep -c '"heat, kW": {"r2"' json

# Columns in another order, without names, with the targets as typed.
tail -n +2 d.csv | awk -F, -v OFS=, '{ print $1, $2, $3, $4 }' >plain.csv
labrbf eval m.lab plain.csv 2>note >b
cat note
holds "the same scores without names" cmp said b
tail -n +2 d.csv | awk -F, -v OFS=, '{ print $4, $1, $3, $2 }' >turned.csv
labrbf eval m.lab turned.csv --target 3,1 -q >b
holds "the same scores with the targets as typed" cmp said b
labrbf predict m.lab plain.csv -q >b
holds "the same predictions" cmp p.csv b
labrbf predict m.lab d.csv -q --single | head -1

# A holdout, cross-validation, and what the model is.
labrbf fit d.csv -o h.lab $short --drop id --target 3,4 --holdout 0.25 | awk '{ print $1, $NF }' | sed 's/ 0\.[0-9]*$/ R2/'
labrbf fit d.csv -o h.lab $short --drop id --target 3,4 --holdout 0.25 --json >json
helper json target holdout <json
sed -n '/"target"/,/]/p' json
labrbf cv d.csv $short --drop id --target 3-4 --folds 2 >said
sed '1!s/ *[-0-9.]* *[0-9.]* *[0-9.]*  \([a-z, kW]*\)$/  \1/; s/[-0-9.]* ± [0-9.]*/MEAN ± SD/' said
labrbf cv d.csv $short --drop id --target 3,4 --folds 2 --json >json
helper json target folds mean sd <json
awk '/"mean"/ { on = 1 } on && /"r2"/ { gsub(/[",]/, ""); printf "%.6g\n", $2; exit }' json >b
awk '/mean of/ { print $2 }' said >hand
holds "cross-validation says the same both ways" cmp hand b
labrbf info m.lab | grep -c '^target '
labrbf info m.lab --json | helper json target targets bias

# Targets share the supports; without gradient steps each is fitted as if it were alone.
still='--support-rule random --support-init 12 --steps-grow 0 --steps-final 0'
labrbf fit d.csv -o one.lab $short --drop id,loss --target 'heat, kW' $still
labrbf fit d.csv -o two.lab $short --drop id --target 'heat, kW,loss' 2>.noise || echo "a name with a comma stands alone, or by its number"
labrbf fit d.csv -o two.lab $short --drop id --target 3,4 $still
labrbf predict one.lab d.csv -q | awk 'NR > 1 { printf "%.9g\n", $1 }' >a
labrbf predict two.lab d.csv -q | awk -F, 'NR > 1 { printf "%.9g\n", $1 }' >b
holds "with fixed bandwidths a target is predicted as if it were alone" cmp a b

# Mistakes.
run labrbf eval m.lab d.csv --target loss
run labrbf fit d.csv -o x.lab --target a,nothing
run labrbf fit d.csv -o x.lab --target 3,4 --features 1,4
run labrbf fit d.csv -o x.lab --target 3,4 --drop 4
run labrbf fit d.csv -o x.lab --target 3,,4
run labrbf fit d.csv -o x.lab --target 1-5
sed '5s/,[^,]*,\(r.\)$/,,\1/' d.csv >hole.csv
run labrbf fit hole.csv -o x.lab --target 3,4 --drop id
labrbf fit hole.csv -o x.lab $short --target 3,4 --drop id --skip-missing-target && labrbf info x.lab | grep '^supports'
run labrbf eval m.lab hole.csv
labrbf eval m.lab hole.csv --skip-missing-target --json -q | grep '"n": 59,$'
awk -F, -v OFS=, '{ print $1, $2 }' d.csv >features.csv
run labrbf eval m.lab features.csv
labrbf predict m.lab features.csv -q >b
holds "predict needs no targets" cmp p.csv b
