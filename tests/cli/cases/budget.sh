# Training by the clock. No test looks at the time: one budget is so small that everything is cut, one so large that
# nothing is.
toy 200 >d.csv
quick="--support-max 10 --steps-final 40 --sigma0 2"
for budget in 0 -1 0s soon 5x s inf nan '' '1 m'; do run labrbf fit d.csv -o m.lab --budget "$budget"; done
run labrbf tune d.csv --budget never

# Nothing is cut.
labrbf fit d.csv -o m.lab $quick --quiet
for budget in 3600 3600s 60m 1h 1e9; do
    labrbf fit d.csv -o n.lab $quick --budget $budget 2>talk
    holds "the same bytes with $budget" cmp m.lab n.lab
    grep -c 'another machine' talk
done
labrbf fit d.csv -o n.lab $quick --quiet --budget 1h --json | grep -e budget -e stopped
labrbf tune d.csv $quick --quiet >a
labrbf tune d.csv $quick --quiet --budget 1h >b
holds "the same table" cmp a b

# Everything is cut: the first candidate as it is, and no training step.
run labrbf fit d.csv -o n.lab $quick --budget 0.000001s
labrbf info n.lab --json | helper json trials
labrbf info n.lab --json | grep -c '"r2": [0-9]'
labrbf eval n.lab d.csv | grep -c '^r2'
labrbf fit d.csv -o n.lab $quick --budget 1e-9h --json --holdout 0.2 --quiet >json
helper json holdout <json
grep -e budget -e stopped -e steps json
run labrbf tune d.csv $quick --budget 0.000001 --csv | sed 's/,[^,]*$/,R2/'

# Nothing to search for; while the model grows, training cannot end.
run labrbf fit d.csv -o n.lab $short --budget 0.000001
labrbf fit d.csv -o n.lab --preset paper --support-max 12 --steps-grow 900000000 --quiet --budget 0.000001 --json | grep -e '"stopped"' -e cut_by
labrbf eval n.lab d.csv | grep -c '^r2'

# A large table: rows that there is no time for are left out, of training and of scoring; some are always kept.
toy 12000 >large.csv
run labrbf fit large.csv -o n.lab $quick --budget 0.000001 --holdout 0.4 | grep -v -e '^r' -e '^mae'
labrbf fit large.csv -o n.lab $quick --budget 0.000001 --json --quiet | grep -e '"rows' -e cut
labrbf fit large.csv -o n.lab $quick --steps-final 2 --budget 1h --json --quiet | grep -e '"rows'

# Few rows that validate, or that count at all, are not lost among many.
awk -v OFS=, 'BEGIN { print "t,a,w,y"; for (i = 0; i < 12000; i++) print (i < 11980 ? 1 : i), (i * 0.618) % 1, (i % 997 == 7), sin(6 * ((i * 0.618) % 1)) }' >few.csv
labrbf fit few.csv -o n.lab $quick --budget 0.000001 --time t --drop w --json --quiet | grep '"rows":'
labrbf fit few.csv -o n.lab $quick --budget 0.000001 --weights w --drop t --json --quiet | grep '"rows":'
