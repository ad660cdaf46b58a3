# The derivative of the prediction, beside it.
toy 60 >d.csv
quietly labrbf fit d.csv -o m.lab $short --clip-labels off --kernel gaussian
printf 'a,b\n0.2,1\n0.5,\n,9\n0.91,4.5\n' >new.csv
labrbf predict m.lab new.csv --gradient | awk -F, 'NR == 1 { print; next } { printf "%.3f", $1; for (i = 2; i <= NF; i++) printf ($i == "0" ? ",%s" : ",%.3f"), $i; print "" }'

# It equals four-point differences of the predictions, with steps of 1/1000 of the ranges.
awk -F, 'NR > 1 { for (k = -2; k <= 2; k++) { printf "%.9f,%.9f\n", $1 + k * 0.001, $2; printf "%.9f,%.9f\n", $1, $2 + k * 0.01 } }' d.csv >steps.csv
labrbf predict m.lab steps.csv -q >f.csv 2>/dev/null
labrbf predict m.lab d.csv -q --gradient --threads 2 >g.csv
head -n 1 g.csv
{ sed 1d f.csv; echo; sed 1d g.csv; } | awk -F, '
    function slope(row, which, h, at) { at = row * 10 + which; return (f[at] - 8 * f[at + 2] + 8 * f[at + 6] - f[at + 8]) / (12 * h) }
    !second && $0 == "" { second = 1; next }
    !second { f[n++] = $1; next }
    { a = slope(rows, 0, 0.001) - $2; b = slope(rows, 1, 0.01) - $3; a = a < 0 ? -a : a; b = b < 0 ? -b : b
      worst = a > worst ? a : worst; worst = b > worst ? b : worst; rows++ }
    END { print rows " rows; " (worst < 1e-6 ? "differences agree" : "off by " worst) }'
labrbf predict m.lab d.csv -q >p.csv
cut -d, -f1 g.csv >p-of-g.csv
holds 'predictions are the same with gradients and without' cmp p.csv p-of-g.csv
labrbf predict m.lab d.csv -q --gradient --threads 1 | cmp - g.csv && echo 'threads change nothing'
labrbf predict m.lab d.csv -q --gradient --single | cut -d, -f2- >s.csv
cut -d, -f2- g.csv | cmp - s.csv && echo 'single precision leaves gradients alone'

# Where the prediction is cut off it has no slope.
awk -F, 'NR == 1 { print; next } { print $1 "," $2 "," ($3 > 1 ? 1 : $3) }' d.csv >cut.csv
quietly labrbf fit cut.csv -o cut.lab $short
labrbf predict cut.lab cut.csv --gradient | awk -F, '$1 == 1 { flat++; if ($2 != 0 || $3 != 0) wrong++ } END { print (flat > 0 && !wrong) ? "flat where cut off" : "NO" }'

# To a file; memory does not grow with the rows.
run labrbf predict m.lab new.csv --gradient -o out.csv
labrbf predict m.lab new.csv --gradient -q | cmp - out.csv && echo same
toy 200000 >large.csv
head -n 20001 large.csv >small.csv
small=$(helper memory labrbf predict m.lab small.csv --gradient -o p.csv -q --threads 1 2>/dev/null)
large=$(helper memory labrbf predict m.lab large.csv --gradient -o p.csv -q --threads 1)
holds 'no more memory for 200000 rows' [ "$((large - small))" -lt 3000 ] || echo "$small $large"
wc -l <p.csv | tr -d ' '

# Names that need quotes; tables and models without names.
awk 'NR == 1 { print "\"size, inner\",\"the \"\"b\"\"\",y"; next } { print }' d.csv >quotes.csv
quietly labrbf fit quotes.csv -o quotes.lab $short
labrbf predict quotes.lab quotes.csv --gradient | head -n 1
sed 1d d.csv >bare.csv
quietly labrbf fit bare.csv -o bare.lab $short
labrbf predict bare.lab bare.csv --gradient -q | head -n 1
labrbf predict "$(dirname "$case_file")/../../../fuzz/corpus/model/two_features" bare.csv --gradient -q 2>/dev/null | head -n 1

# Several targets: the slopes of the first, then those of the second, which is 300 a + 20 b.
awk -F, 'NR == 1 { print "a,b,\"u, v\",w"; next } { print $0 "," 300 * $1 + 20 * $2 }' d.csv >two.csv
quietly labrbf fit two.csv -o two.lab $short --target 3,4
labrbf predict two.lab two.csv --gradient >two-slopes.csv
head -n 1 two-slopes.csv
sed 1d two-slopes.csv | awk -F, '{ a += $5 / 60; b += $6 / 60 } END { print NF, (a > 250 && a < 350 && b > 15 && b < 25) ? "steep in a, less in b" : a " " b }'
sed 1d two-slopes.csv | cut -d, -f1,2 >two-f.csv
labrbf predict two.lab two.csv | sed 1d | cmp - two-f.csv && echo 'the same predictions'

# Categories have no slope; a model of nothing else has none at all.
awk -F, 'NR == 1 { print "a,colour,b,y"; next } { print $1 "," (NR % 3 ? "red" : "blue") "," $2 "," $3 }' d.csv >colours.csv
quietly labrbf fit colours.csv -o colours.lab $short
run labrbf predict colours.lab colours.csv --gradient -o p.csv
head -n 1 p.csv
cut -d, -f2,4 colours.csv >only.csv
quietly labrbf fit only.csv -o only.lab --quiet --support-max 2 --support-init 2 --sigma0 1 --ridge 0.001
run labrbf predict only.lab only.csv --gradient -o none.csv
ls none.csv 2>/dev/null
