# The search by itself: it is the one of fit, its table the one of info, and its last line has options that fit takes.
toy 200 >d.csv
quick="--support-max 10 --steps-final 40 --sigma0 2"
labrbf tune d.csv $quick --seed 3 >table 2>talk
labrbf fit d.csv -o m.lab $quick --seed 3 --quiet
labrbf info m.lab | sed -n '/^tried/,/^$/s/^  //p' >hand
head -n 1 table
wc -l <table | tr -d ' '
holds "the table is that of info after fit" cmp table hand
labrbf tune d.csv $quick --seed 3 --threads 1 --quiet >again
holds "whatever the number of threads" cmp table again
sed "$hidden; s/hand: .*/hand: OPTIONS/" talk
options=$(sed -n 's/^the choice by hand: labrbf fit //p' talk)
labrbf fit d.csv -o n.lab $quick $options --quiet
for name in kernel scaling linear ridge label_form coefficients bandwidths rate sigma0 support_max; do
    labrbf info m.lab --json | grep "^    \"$name\":" >a
    labrbf info n.lab --json | grep "^    \"$name\":" >b
    holds "the options give the choice of $name" cmp a b
done
labrbf info n.lab --json | grep -A 1 trials | tr -d ' \n'
echo

# For programs.
labrbf tune d.csv $quick --seed 3 --quiet --json >json
helper json target rows rows_skipped seed choice trials <json
labrbf tune d.csv $quick --seed 3 --quiet --csv >csv
head -n 1 csv
sed -n '/"kernel": .*"r2"/{ s/^ *{//; s/}.*//; s/"[a-z0-9_]*": //g; s/"//g; s/, /,/g; p; }' json >hand
sed 1d csv >a
holds "JSON and CSV say the same" cmp a hand

# Settings narrow it down; several targets and weights are those of fit.
labrbf tune d.csv $quick --quiet --csv --kernel matern52 --linear off | cut -d, -f1,2 | sort -u
labrbf tune d.csv $quick --quiet --csv --target a,b --ridge 0.01 --scaling standard | cut -d, -f3,4 | sort -u

# Labels with a long tail are also tried by their roots, unless it is said how they are learnt.
awk -F, 'NR == 1 { print } NR > 1 { printf "%s,%s,%.6f\n", $1, $2, exp(4 * $1) }' d.csv >long.csv
forms() { labrbf tune "$@" $quick --quiet --csv | sed 1d | cut -d, -f7 | sort | uniq -c | sed 's/^ *//'; }
forms d.csv
forms long.csv
forms long.csv --label-form log
forms long.csv --kernel gaussian --scaling rank --linear off --ridge 0.1

# The validation rows of --group and --time: their labels are all the same, so r2 is 0. With rows drawn at
# random it is not.
awk 'BEGIN { print "who,when,a,y"; for (i = 0; i < 200; i++) printf "w%d,%d,%.6f,%d\n", i % 5, i, (i * 0.6180339887) % 1, i % 5 }' >g.csv
awk 'BEGIN { print "who,when,a,y"; for (i = 199; i >= 0; i--) { a = (i * 0.6180339887) % 1; printf "w%d,2015-%02d-%02d,%.6f,%.6f\n", i % 5, 10 + int(i / 100), 1 + int(i % 100 / 4), a, i < 160 ? sin(5 * a) : 1 } }' >t.csv
scored() { labrbf tune "$@" $quick --csv 2>talk | awk -F, 'NR > 1 { print ($10 == 0 ? "0" : "another r2") }' | sort -u; sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p' talk; }
scored g.csv --group who --drop when
scored g.csv --drop when,who
scored t.csv --time when --drop who
scored t.csv --drop when,who
labrbf fit g.csv -o m.lab $quick --group who --drop when 2>&1 | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p'
labrbf fit g.csv -o m.lab $quick --group who --drop when --holdout 0.2 2>&1 | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p'
labrbf cv t.csv $quick --time when --drop who --folds 3 2>&1 | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p'
labrbf cv g.csv $quick --group who --drop when --folds 5 2>&1 | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p' | sort | uniq -c | sed 's/^ *//'

# Groups and times that cannot be split well: the smallest group, the last time; with one group, rows at random.
awk 'BEGIN { print "who,a,y"; for (i = 0; i < 100; i++) printf "%d,%.6f,%.6f\n", i < 55, (i * 0.6180339887) % 1, i % 7 }' >two.csv
labrbf tune two.csv $quick --group who 2>&1 >/dev/null | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p'
labrbf tune two.csv $quick --time who 2>&1 >/dev/null | sed -n 's/ of [0-9]* / /; s/rows: R2 .*/rows/p'
sed 's/^[01],/1,/' two.csv >one.csv
labrbf tune one.csv $quick --group who 2>&1 >/dev/null | sed 's/ of [0-9]* / /; s/rows: R2 .*/rows/; s/hand: .*/hand: OPTIONS/'

# Nothing to try, and mistakes.
run labrbf tune d.csv --preset paper
run labrbf tune d.csv --kernel gaussian --scaling rank --linear off --ridge 0.1 --label-form plain
run labrbf tune d.csv --kernel gaussian --scaling rank --linear off --ridge 0.1
run labrbf tune d.csv --steps-final 0
toy 30 >few.csv
run labrbf tune few.csv
{ cat few.csv; sed 1d few.csv; } >twice.csv
run labrbf tune twice.csv
run labrbf tune d.csv --json --csv
run labrbf tune d.csv -o m.lab
run labrbf tune
run labrbf tune d.csv --group nosuch
run helper send INT "'d.csv'" labrbf tune d.csv --steps-final 900000000 --support-max 10
rm -f m.lab n.lab
ls
