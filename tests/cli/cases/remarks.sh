# What a person should think about is said once, in plain words, and not with --quiet.
quick="--support-max 6 --steps-final 20 --sigma0 2"
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 60; i++) print i % 7 "," i % 11 "," (i * i % 13 > 6) }' >two.csv
awk 'BEGIN { print "a,b,y"; for (i = 0; i < 60; i++) print (i * 0.618) % 1 "," (i * 0.755) % 1 "," (i * i * 7919) % 101 }' >noise.csv
awk 'BEGIN { print "a,b,c,d,y"; for (i = 0; i < 3; i++) print i "," i * i "," 3 - i ",1," i % 2 }' >wide.csv
remarks() { grep '^note' | sed 's/mean .*/mean …/'; }

# A target of two values; less than ten rows may have two by chance.
run labrbf fit two.csv -o m.lab $quick --ridge 0.001 --kernel exponential --linear off --scaling minmax
head -n 8 two.csv >few.csv
labrbf fit few.csv -o m.lab $quick 2>&1 | grep -c 'two values'

# Fewer rows than features.
labrbf fit wide.csv -o m.lab --support-max 2 --steps-final 20 --sigma0 2 2>&1 | grep fewer

# A score below zero: of the validation rows, or of those held out.
labrbf fit noise.csv -o m.lab $quick 2>&1 | remarks
labrbf fit noise.csv -o m.lab $quick --holdout 0.3 2>&1 >/dev/null | remarks
labrbf tune noise.csv $quick 2>&1 >/dev/null | remarks
labrbf cv noise.csv $quick 2>&1 >/dev/null | remarks
for command in fit tune cv; do
    output=$([ $command != fit ] || echo '-o m.lab')
    labrbf $command noise.csv $output $quick --quiet 2>&1 >/dev/null | wc -l | tr -d ' '
done

# The last lines say what came of it, and fit a terminal of 80 columns.
toy 300 >d.csv
run labrbf fit d.csv -o m.lab $quick
labrbf fit d.csv -o m.lab 2>talk
holds "no line but the notes is too wide" awk '/^(chosen|fitted|wrote)/ && length($0) > 79 { bad = 1 } END { exit bad }' talk
grep -c -e '^fitted in [0-9.]* s: [0-9]* supports, [0-9.]* KB in single precision, validation R2 [01][.0-9]*$' talk
