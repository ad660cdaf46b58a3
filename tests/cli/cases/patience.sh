# Early stopping: held-out rows that are drawn, marked by a column, too few; what the model reports.
toy 60 | awk -F, -v OFS=, 'NR == 1 { print "g", $0; next } { print int((NR - 2) / 6), $0 }' >g.csv
cut -d, -f2- g.csv >d.csv
small="--support-max 8 --support-init 8 --steps-grow 0 --steps-final 80 --sigma0 2 --ridge 0.001 --linear off --scaling minmax --kernel exponential"
run labrbf fit d.csv -o m.lab $small --patience 1000 | sed -E 's/after step [0-9]+/after step K/'
labrbf info m.lab | grep -E '^held out|^  patience|mean squared' | sed -E 's/after [0-9]+ of/after K of/; s/there [^ ]*/there NUMBER/'
labrbf info m.lab --json | helper json held_out_rows
holds "the error is in the JSON, too" sh -c 'labrbf info m.lab --json | grep -q held_out_error'
quietly labrbf fit d.csv -o again.lab $small --patience 1000 --threads 1
holds "the same bits again" cmp m.lab again.lab

# Whole groups are held out, with the preset paper too.
run labrbf fit g.csv -o m.lab $small --patience 1000 --group g | sed -E 's/after step [0-9]+/after step K/'
run labrbf fit g.csv -o m.lab --preset paper --support-max 8 --steps-grow 5 --steps-final 40 --patience 1000 --time g | sed -E 's/after step [0-9]+/after step K/; s/: [0-9.]+$/: NUMBER/'
labrbf info m.lab --json | helper json held_out_rows

# Where it makes no sense.
head -31 d.csv >few.csv
run labrbf fit few.csv -o few.lab $small --patience 3
labrbf info few.lab | grep -c '^held out'
head -31 g.csv >few.csv
run labrbf fit few.csv -o few.lab $small --patience 3 --group g
run labrbf fit d.csv -o m.lab $small --patience some
run labrbf fit d.csv -o m.lab $small --patience -1
