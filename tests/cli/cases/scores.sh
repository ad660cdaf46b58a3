# The scores of eval are those of the predictions, computed here anew; JSON is valid and has the promised keys.
toy 80 >d.csv
head -n 61 d.csv >train.csv
(head -n 1 d.csv && tail -n 20 d.csv) >test.csv
quietly labrbf fit train.csv -o m.lab $short
labrbf predict m.lab test.csv | paste -d, test.csv - | awk -F, 'NR > 1 {
        n++; y[n] = $3; p[n] = $4; mean += $3
    } END {
        mean /= n
        for (i = 1; i <= n; i++) { e = y[i] - p[i]; sse += e * e; sae += e < 0 ? -e : e; sst += (y[i] - mean) ^ 2 }
        printf "r2 %.5g\nrmse %.5g\nmae %.5g\nrsse %.5g\nn %d\n", 1 - sse / sst, sqrt(sse / n), sae / n, sse / sst, n
    }' >own
labrbf eval m.lab test.csv | awk '{ if ($1 == "n") print "n", $2; else printf "%s %.5g\n", $1, $2 }' | diff - own && echo 'the same scores'
labrbf eval m.lab test.csv | awk '{ print $1 }' | tr '\n' ' '
echo
holds 'r2 is good' [ "$(awk '$1 == "r2" { print ($2 > 0.9) }' own)" -eq 1 ]
labrbf eval m.lab test.csv --json | helper json r2 rmse mae rsse n
labrbf info m.lab --json | helper json n_support n_features kernel lambda seed settings features history
labrbf info m.lab --json | grep -E '"(n_support|n_features|kernel|lambda|ridge|seed|rows)"' | sed 6q
labrbf fit d.csv -o m2.lab $short --json | helper json model n_support n_features rows steps stopped
labrbf fit d.csv -o m2.lab $short --json --holdout 0.25 | tee out | helper json holdout
grep -E '"(n|rows|n_support|steps|stopped)"' out
labrbf fit d.csv -o m2.lab $short --holdout 0.25 | awk '{ print $1 }' | tr '\n' ' '
echo
labrbf fit d.csv -o m3.lab $short --holdout 0.25 --seed 0 >one
labrbf fit d.csv -o m4.lab $short --holdout 0.25 --seed 0 >two
labrbf fit d.csv -o m5.lab $short --holdout 0.25 --seed 1 >other
cmp one two && cmp m3.lab m4.lab && echo 'the same seed holds out the same rows'
cmp -s one other || echo 'another seed holds out others'

# Names that JSON must escape, and one that is not UTF-8.
printf '"say ""a""\\",b\tc,\303\251,\377,y\n1,2,3,4,5\n2,3,1,2,4\n4,1,1,2,3\n' >odd.csv
quietly labrbf fit odd.csv -o odd.lab $short
labrbf info odd.lab --json | helper json features
labrbf info odd.lab --json | sed -n 's/.*"name": \(.*\), "theta_min.*/\1/p'
# lambda is the lambda, the ridge has its own key
for coefficients in rows supports; do
    labrbf fit d.csv -o m6.lab $short --coefficients $coefficients --lambda 0.25 --json | grep -E '"(lambda|ridge)"'
    labrbf info m6.lab --json | grep -oE '"(lambda|ridge)": [^,]*'
done
