# A prediction that is not finite is an error that names the row and the model; nothing is written.
toy 40 >d.csv
awk -F, 'BEGIN { print "a,b,y" } NR > 1 { printf "%s,%s,%.6fe300\n", $1, $2, 3 * $1 + $2 / 100 }' d.csv >steep.csv
quietly labrbf fit steep.csv -o m.lab $short --linear on --clip-labels off
printf 'a,b,y\n0.5,5,1\n,5,2\n1e9,5,3\n' >far.csv
echo before >p.csv
run labrbf predict m.lab far.csv -o p.csv
run labrbf eval m.lab far.csv
run labrbf predict m.lab - --gradient -q <far.csv
cat p.csv
ls
# a missing cell is not a missing prediction
head -n 3 far.csv | labrbf predict m.lab - 2>/dev/null | sed 's/[0-9.]*e+/NUMBERe+/'
