# Tables as spreadsheets write them: commas at the end of lines, names that occur twice, years as names, a target of
# text, the last column dropped.
quick="--support-max 3 --steps-final 5 --sigma0 1 --quiet"
read_by() { labrbf info m.lab --json | sed -n 's/.*"name": "\([^"]*\)".*/\1/p; s/.*"target": "\([^"]*\)".*/\1 from/p' | tr '\n' ' '; echo; }
fit() {
    run labrbf fit "$@" -o m.lab
    [ "$code" -ne 0 ] || read_by
}

# Commas at the end.
printf 'a,b,c,\n1,2,3\n2,3,5\n4,1,2\n' >header.csv
printf 'a,b,c,,\n1,2,3,,\n2,3,5,,\n4,1,2,,\n' >lines.csv
printf '1,2,3,\n2,3,5,\n4,1,2,\n' >bare.csv
fit header.csv $quick
fit lines.csv $quick
labrbf predict m.lab header.csv >p
labrbf predict m.lab lines.csv | cmp - p && echo 'same with commas and without'
fit bare.csv $quick
fit bare.csv $quick --drop 4

# Two columns of one name.
printf 'a,b,a,y\n1,2,7,3\n2,3,8,4\n4,1,9,2\n' >twice.csv
fit twice.csv $quick
fit twice.csv $quick --drop a
fit twice.csv $quick --features b
quietly labrbf predict m.lab twice.csv
fit twice.csv $quick --drop 3
run labrbf predict m.lab twice.csv
run labrbf eval m.lab twice.csv
fit twice.csv $quick --features a
fit twice.csv $quick --target a
fit twice.csv $quick --target 3 --features b,y

# Years as names.
printf '2019,2020,2021\n1.5,2.5,3.5\n1,2,3\n4,3,5\n' >years.csv
quick="--support-max 3 --steps-final 5 --sigma0 1"
labrbf fit years.csv -o m.lab $quick 2>&1 | head -n 2
read_by
labrbf predict m.lab years.csv 2>&1 | wc -l | tr -d ' '
labrbf fit years.csv -o m.lab $quick --header no 2>&1 | head -n 1
labrbf fit years.csv -o m.lab $quick --header yes 2>&1 | head -n 1
printf '2019,2020,2021\n2001,2002,2001\n2003,2005,2006\n' >rows.csv
labrbf fit rows.csv -o m.lab $quick 2>&1 | head -n 1

# A target that is not of numbers.
printf 'a,b,y\n1,2,red\n2,3,blue\n3,4,red\n' >text.csv
printf 'a,b,y\n1,2,2015-01-01\n2,1,2016-01-01\n3,4,2014-01-01\n' >dates.csv
printf 'a,b,y\n1,2,4\n2,3,blue\n3,4,3\n' >stray.csv
fit text.csv
fit text.csv --target y --drop b
fit dates.csv
fit stray.csv
run labrbf cv text.csv

# The last column is dropped, and the target.
printf 'a,b,y,note\n1,2,3,x\n2,3,5,x\n4,1,2,z\n' >note.csv
labrbf fit note.csv -o m.lab $quick --drop note 2>&1 | head -n 2
labrbf fit note.csv -o m.lab $quick --drop note --target y 2>&1 | head -n 1
fit note.csv $quick --quiet --drop note
fit note.csv --drop y --target y

# A header of numbers, said to be one, is one for predict and eval as well.
toy 60 | sed '1s/.*/10,20,30/' >numbers.csv
quietly labrbf fit numbers.csv -o n.lab $short --header yes
labrbf predict n.lab numbers.csv | wc -l | tr -d ' '
labrbf eval n.lab numbers.csv | grep '^n '
labrbf eval n.lab numbers.csv --header no 2>&1 | tail -n 1

# A table without names that has more columns than the training table.
toy 60 | sed 1d >plain.csv
quietly labrbf fit plain.csv -o p.lab $short
sed 's/$/,1,2/' plain.csv >wide.csv
labrbf predict p.lab wide.csv 2>&1 >/dev/null
