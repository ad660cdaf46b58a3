# A table: run, made again, gone on with; the files that it writes.
small() { awk -v rows="$1" 'BEGIN { print "a,b,y"; for (i = 0; i < rows; i++) { a = i * 37 % 101; b = i * 53 % 89; print a "," b "," a + 3 * b + a * b % 17 } }'; }
hide_numbers() { sed -E 's/R² -?[0-9.]+, [0-9.:]+( s)?/R² N, TIME/; s/failed, [0-9.]+ s/failed, TIME/; s/(; )?[0-9.:]+( s)? left//; s/-?[0-9]+\.[0-9]{4}/N/g; s/ +/ /g'; }
unset LABRBF_DATA
mkdir data
small 50 >data/fifty.csv
run labrbf-compare table1 --no-run -o new
find new | sort
run labrbf-compare table1 --data data --repeats 2 | tail -n 2
small 60 >data/sixty.csv
# cheap cells first: open repeats times seconds
run labrbf-compare table1 --data data --repeats 2 | hide_numbers
ls results results/runs
cut -d, -f1-5,11- results/table1.csv
# two at a time, interrupted on the way, by other sets of rows: the same files
labrbf-compare table1 --data data --repeats 1 --rows chosen,full --sets sixty -o other -q >/dev/null
labrbf-compare table1 --data data --repeats 2 --jobs 2 -o other -q >/dev/null
cmp results/table1.csv other/table1.csv && echo 'the same CSV'
run labrbf-compare table1 --data data --repeats 2 -q | head -n 1
# a cell by `run`, gone on with by the table
mkdir -p mine/runs
quietly labrbf-compare run sixty --data data --methods neighbours --set neighbours.k=1 --repeats 1 --resume mine/runs/sixty.near.txt -q
run labrbf-compare table2 --data data --repeats 2 -o mine --rows near --sets sixty | hide_numbers
cat mine/table2.csv
cut -f1-3 mine/runs/sixty.near.txt | tail -n +2
# 50 repeats, 10 where one takes more than a minute, unless it is to be full
quietly labrbf-compare table1 --data data --jobs 2 -o full -q
cut -d, -f1-4 full/table1.csv
# another seed, other results: not mixed
run labrbf-compare table1 --no-run --seed 2 -q
echo anything >results/runs/fifty.near.txt
run labrbf-compare table1 --no-run -q
run labrbf-compare report -q
