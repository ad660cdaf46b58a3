# Warm start: without steps the model is the same; with more rows or supports it grows.
toy 60 >d.csv
toy 90 >more.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf predict m.lab d.csv -q >a
still="--quiet --support-max 12 --steps-grow 0 --steps-final 0 --ridge 0.001"
quietly labrbf fit d.csv -o again.lab $still --start m.lab
labrbf predict again.lab d.csv -q >b
holds "no step, no change" cmp a b
run labrbf fit more.csv -o larger.lab --support-max 20 --support-add 4 --steps-grow 5 --steps-final 5 --ridge 0.001 --start m.lab
run labrbf fit d.csv -o x.lab $still --support-max 8 --start m.lab
sed '1s/a,b/b,a/' d.csv >other.csv
run labrbf fit other.csv -o x.lab $still --start m.lab
sed '1s/y$/z/' d.csv >other.csv
run labrbf fit other.csv -o x.lab $still --start m.lab
run labrbf fit d.csv -o x.lab $still --start m.lab --drop a
run labrbf fit d.csv -o x.lab $still --start d.csv
run labrbf fit d.csv -o x.lab $still --start nothing.lab
