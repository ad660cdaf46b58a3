# Columns of text. The same table with the categories written out by hand as columns of 0 and 1 gives the same numbers.
colours() {
    awk -v rows="$1" -v from="$2" 'BEGIN {
        split("red green blue", name, " "); print "a,colour,b,y"
        for (i = from; i < from + rows; i++) {
            a = (i * 0.6180339887) % 1; b = 10 * ((i * 0.7548776662) % 1); c = name[1 + (i * i + i % 5) % 3]
            printf "%.6f,%s,%.6f,%.6f\n", a, (i % 11 == 3 ? "" : c), b, sin(5 * a) + 0.1 * b + (c == "red")
        }
    }'
}
by_hand() { awk -F, 'NR == 1 { print "a,blue,green,red,b,y"; next } { print $1 "," ($2 == "blue") "," ($2 == "green") "," ($2 == "red") "," $3 "," $4 }'; }
colours 60 0 >d.csv
by_hand <d.csv >hand.csv
run labrbf fit d.csv -o m.lab $short --json | grep -E '"(n_features|rows|missing_values)"|^!|^='
quietly labrbf fit hand.csv -o hand.lab $short
colours 200 100 >new.csv
by_hand <new.csv >new-hand.csv
labrbf predict m.lab new.csv >p.csv
labrbf predict hand.lab new-hand.csv >p-hand.csv
wc -l <p.csv | tr -d " "
holds "text and columns of 0 and 1 predict the same" cmp p.csv p-hand.csv
labrbf eval m.lab new.csv >e
labrbf eval hand.lab new-hand.csv >e-hand
holds "and score the same" cmp e e-hand
awk -F, '{ print $3 "," $2 "," $4 "," $1 ",x" }' new.csv | labrbf predict m.lab - >q.csv
holds "the order of the columns does not matter" cmp p.csv q.csv
labrbf info m.lab | sed -n '/^features/,/^target/p' | sed 's/target.*/target/'
labrbf info m.lab | sed -n '/^bandwidths/,/^$/p' | awk 'NF == 4 { print $1 }' | sort
labrbf info m.lab --json | helper json features >/dev/null
labrbf info m.lab --json | grep -A1 '"name": "colour"' | grep -c '"category"'

# A category that the model does not know counts as missing.
printf 'a,colour,b\n0.5,mauve,2\n0.5,,2\n0.5,teal,2\n0.5,red,2\n' >strange.csv
run labrbf predict m.lab strange.csv -o s.csv
sed -n '2p;3p;4p' s.csv | sort -u | wc -l | tr -d ' '
run labrbf predict m.lab strange.csv -o s.csv --quiet
printf 'a,colour,b,y\n0.5,mauve,2,1\n0.5,red,2,2\n' >strange.csv
run labrbf eval m.lab strange.csv | grep -v '^[rm]'

# Tables without a header, and of other kinds.
sed 1d d.csv >bare.csv
run labrbf fit bare.csv -o bare.lab ${short#--quiet} --header no
sed 1d new.csv | labrbf predict bare.lab - --header no --quiet | cmp - p.csv && echo same
sed 1d new.csv | cut -d, -f1-3 | labrbf predict bare.lab - --header no --quiet | cmp - p.csv && echo same
printf "1 1:2 3:4\n" >t.svm
run labrbf predict m.lab t.svm
run labrbf fit d.csv -o n.lab $short --target colour
printf 'a,b\n1,2\n' >lacking.csv
run labrbf predict m.lab lacking.csv

# Words in columns of numbers are errors, wherever they are.
awk 'NR == 57 { $0 = "abc,red,1,1" } { print }' d.csv >stray.csv
run labrbf fit stray.csv -o n.lab
awk 'NR == 2 { $0 = "abc,red,1,1" } { print }' d.csv >stray.csv
run labrbf fit stray.csv -o n.lab

# Dates, identifiers and free text are named, all at once.
awk 'BEGIN { print "no,when,who,street,shop,x,y"; for (i = 1; i <= 80; i++) printf "%d,2015-10-%02d,%s%d,Street %d,shop %d,%g,%g\n", i, 1 + i % 28, "n", i, int(i * 0.75), i % 4, i % 9, i % 9 + i % 4 }' >shop.csv
run labrbf fit shop.csv -o n.lab
run labrbf fit shop.csv -o n.lab --drop when,who,street $short
run labrbf fit shop.csv -o n.lab --drop no,when,who,street $short
awk 'BEGIN { print ",when of it,y"; for (i = 1; i <= 20; i++) printf "%d,%d/10/2015,%d\n", 20 - i, i, i }' >odd.csv
run labrbf fit odd.csv -o n.lab
printf 'k,x,y\na,1,2\nb,2,3\nc,3,1\na,4,4\nd,5,5\n' >few.csv
run labrbf fit few.csv -o n.lab
printf 'k,x,y\na,1,2\nb,2,3\na,3,1\nb,4,4\n' >few.csv
run labrbf fit few.csv -o n.lab $short
ls n.lab

# There is a warning about a column that numbers the rows, up or down; not if it is the only feature, or merely rises.
awk 'BEGIN { print ",x,rise,y"; for (i = 1; i <= 20; i++) print 20 - i "," i % 7 "," i * i "," i }' >index.csv
run labrbf fit index.csv -o n.lab $short
run labrbf fit index.csv -o n.lab $short --features 1
awk 'BEGIN { print "x,Customer ID,y"; for (i = 1; i <= 20; i++) print i % 7 "," i * i "," i }' >id.csv
run labrbf fit id.csv -o n.lab $short
