# fit --holdout says which rows the model has learnt from; --refit trains on all of them afterwards.
toy 100 | awk -F, -v OFS=, 'NR == 1 { print "g", $0; next } { print int((NR - 2) / 5), $0 }' >g.csv
cut -d, -f2- g.csv >d.csv
loud=$(echo "$short" | sed 's/--quiet//')
run labrbf fit d.csv -o held.lab $loud --holdout 0.2 | sed '/^r[2ms]/s/[0-9.]*$/NUMBER/; /^mae/s/[0-9.]*$/NUMBER/'
run labrbf fit d.csv -o m.lab $loud --holdout 0.2 --refit | sed '/^r[2ms]/s/[0-9.]*$/NUMBER/; /^mae/s/[0-9.]*$/NUMBER/'

# same WORDS OPTIONS: the model is that of a fit without --holdout, the score that of one without --refit.
same() {
    kind=$1
    shift
    labrbf fit "$@" -o all.lab --quiet
    labrbf fit "$@" -o held.lab --quiet --holdout 0.2 >a
    labrbf fit "$@" -o m.lab --quiet --holdout 0.2 --refit >b
    holds "$kind: the model of all rows" cmp m.lab all.lab
    holds "$kind: the score of the first" cmp a b
    cmp -s held.lab m.lab && echo "$kind: nothing was learnt from the others"
}
small="--support-max 8 --steps-final 30 --sigma0 2"
same "usual" d.csv $short
same "with a search" d.csv $small
same "groups" g.csv $small --group g
same "in time" g.csv $small --time g
quietly labrbf fit d.csv -o first.lab $short --members 1
same "from a model" d.csv $short --start first.lab --ridge 0.001
awk -F, -v OFS=, 'NR == 1 { print "k", $0; next } { print (NR == 6 ? "rare" : NR % 2 ? "p" : "q"), $0 }' d.csv >k.csv
same "a category of one row" k.csv $short

# JSON: the rows are those of the saved model.
for option in --refit --seed=1; do
    labrbf fit d.csv -o m.lab $short --holdout 0.2 $option --json >json
    helper json holdout refit seconds <json
    grep -e '"refit"' -e '"rows":' -e '"n"' json
done
labrbf fit d.csv -o m.lab $short --json | grep -c refit

# A budget is for both together; what is cut in one of them is told once.
labrbf fit d.csv -o m.lab $small --holdout 0.2 --refit --budget 1h --quiet --json | grep cut_by
labrbf fit d.csv -o n.lab $small --quiet
holds "nothing is cut" cmp m.lab n.lab
labrbf fit d.csv -o m.lab $small --holdout 0.2 --refit --budget 0.000001s 2>&1 >/dev/null | grep -c -- --budget
labrbf fit d.csv -o m.lab $small --holdout 0.2 --refit --budget 0.000001s --quiet --json | grep -e cut_by -e '"rows":'

# Ctrl-C: in the second training the first model stays; in the first there is no second one.
long="--support-max 60 --support-init 60 --steps-grow 0 --steps-final 8000 --sigma0 2 --ridge 0.001 --linear off --scaling minmax --kernel exponential --threads 1"
toy 400 >l.csv
quietly labrbf fit l.csv -o held.lab $long --holdout 0.2
rm m.lab
helper send INT 'training again' labrbf fit l.csv -o m.lab $long --holdout 0.2 --refit --json >json 2>talk
echo "= $?"
grep -e interrupted -e learnt -e wrote talk
grep -e '"refit"' -e '"rows":' json
holds "the first model" cmp m.lab held.lab
cp held.lab old.lab
helper send TERM 'training again' labrbf fit l.csv -o old.lab $long --holdout 0.2 --refit 2>&1 >/dev/null | grep -e 'interrupted' -e 'as it was'
holds "the file is as it was" cmp old.lab held.lab
holds "the first model" cmp old.partial.lab held.lab
helper send INT "'d.csv'" labrbf fit d.csv -o unfinished.lab $long --steps-final 900000000 --holdout 0.2 --refit 2>&1 >/dev/null | grep -c 'interrupted after'
labrbf info unfinished.lab --json | grep '"rows":'

run labrbf fit d.csv -o m.lab --refit
run labrbf fit d.csv -o m.lab --refit --holdout 2
