# Scaling of the features: a word for each kind, kept in the model.
toy 60 >d.csv
for kind in minmax standard rank; do
    quietly labrbf fit d.csv -o $kind.lab $short --scaling $kind
    labrbf info $kind.lab | grep '^  scaling'
    labrbf predict $kind.lab d.csv -q >$kind.txt
done
holds "three different models" test "$(cat minmax.txt standard.txt rank.txt | sort -u | wc -l)" -gt 150
quietly labrbf fit d.csv -o r.lab $short --scaling rank
holds "the same bits again" cmp rank.lab r.lab
quietly labrbf predict rank.lab d.csv --single
still="--quiet --support-max 12 --steps-grow 0 --steps-final 0 --ridge 0.001"
quietly labrbf fit d.csv -o again.lab $still --start rank.lab
labrbf info again.lab | grep '^  scaling'
run labrbf fit d.csv -o x.lab $still --start rank.lab --scaling minmax
run labrbf fit d.csv -o x.lab $still --start minmax.lab --scaling rank
quietly labrbf fit d.csv -o x.lab $still --start minmax.lab --scaling standard
run labrbf fit d.csv -o x.lab --scaling ranks
