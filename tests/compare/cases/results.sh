# The table, CSV and JSON; the same numbers whatever --jobs, the order and the other methods.
hide_times() { sed -E '/^[A-Z]/s/( +(<0\.001|[0-9]+\.[0-9]+|-)){2,3} +([0-9]+|-) +([0-9]+)$/ TIMES \4/; s/ -?[0-9]+\.[0-9]{4}/ N/g; /^([A-Z]|method)/s/ +/ /g; s/ [0-9.]+ 40 / N 40 /'; }
toy 50 >d.csv
computed() { sed 's/,[^,]*,[^,]*,[^,]*,[^,]*$//' "$1"; }
labrbf-compare run d.csv -q --repeats 3 --csv one.csv >table
hide_times <table
labrbf-compare run d.csv -q --repeats 1 --methods dice,neighbours --set neighbours.k=1 --set neighbours.power=2 | hide_times
head -n 1 one.csv
computed one.csv | sed -E 's/-?[0-9]+\.[0-9]{4,}/NUMBER/g'

# The table has the means and standard deviations of the CSV file.
mean_and_sd() { awk -F, -v name="$1" '$2 == name { n++; sum += $4; r[n] = $4 }
    END { for (i = 1; i <= n; i++) s += (r[i] - sum / n) ^ 2; printf "%.4f ± %.4f\n", sum / n, sqrt(s / (n - 1)) }' one.csv; }
for name in neighbours dice bias trouble; do
    holds "$name: mean and standard deviation" grep -qi "^$name.*$(mean_and_sd $name)" table
done

labrbf-compare run d.csv -q --repeats 3 --csv two.csv --jobs 2 >/dev/null
computed one.csv >one
computed two.csv | cmp - one && echo 'same with two jobs'
labrbf-compare run d.csv -q --repeats 3 --csv two.csv --methods trouble,bias >/dev/null
grep ,bias, one >bias
computed two.csv | grep ,bias, | cmp - bias && echo 'same in other company'
labrbf-compare run - -q --repeats 3 --csv two.csv <d.csv >/dev/null
computed two.csv | cmp - one && echo 'same from standard input'
labrbf-compare run d.csv -q --repeats 3 --csv two.csv --seed 2 >/dev/null
computed two.csv | cmp -s - one || echo 'another seed is another split'
labrbf-compare run d.csv --repeats 2 --json 2>/dev/null >r.json
helper json data target rows features train_rows test_rows split repeats seed tuned methods <r.json && echo 'JSON'
grep -c '"runs"' r.json
labrbf-compare run d.csv --repeats 1 --methods dice,bias 2>&1 >/dev/null | sed 's/R².*/R² .../'
# features b and y, target a
labrbf-compare run d.csv -q --repeats 1 --methods dice --target a --json | grep target
# tuned
labrbf-compare run d.csv -q --repeats 2 --methods neighbours --tune --csv tuned.csv | hide_times
computed tuned.csv | cut -d, -f8 | sed 's/k=[139] /k=CHOSEN /'
