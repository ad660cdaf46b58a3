# Tables that cannot be learnt from, and what is said about them.
run labrbf fit nosuch.csv -o m.lab
: >empty.csv
run labrbf fit empty.csv -o m.lab
echo a,b,y >header.csv
run labrbf fit header.csv -o m.lab
printf 'a,b,y\n1,2,3\n' >one-row.csv
run labrbf fit one-row.csv -o m.lab
printf 'a\n1\n2\n3\n' >one-column.csv
run labrbf fit one-column.csv -o m.lab
printf 'a b y\n1 2 3\n2 3 4\n' >blanks.csv
run labrbf fit blanks.csv -o m.lab
printf 'a,name,y\n1,ann,2\n2,bob,3\n3,eve,4\n' >text.csv
run labrbf fit text.csv -o m.lab
printf 'a,b,y\n1,2,3\n2,3\n3,4,5\n' >ragged.csv
run labrbf fit ragged.csv -o m.lab
printf 'a,b,y\n1,2,3\n2,inf,4\n3,4,5\n' >infinite.csv
run labrbf fit infinite.csv -o m.lab
printf 'a,b,y\n1,,3\n2,NA,4\n3,?,5\n' >no-value.csv
run labrbf fit no-value.csv -o m.lab
ls
