# Options and arguments that are not right.
toy 40 >d.csv
run labrbf
run labrbf fot
run labrbf zork
run labrbf --json
run labrbf help pedict
run labrbf fit
run labrbf predict m.lab
run labrbf fit d.csv e.csv -o m.lab
run labrbf fit d.csv -o m.lab --lamda 3
run labrbf fit d.csv -o m.lab --steps 3
run labrbf fit d.csv -o m.lab --zzz
run labrbf fit d.csv -o m.lab -json
run labrbf fit d.csv -o m.lab -x
run labrbf fit d.csv -o m.lab --lambda
run labrbf fit d.csv -o m.lab --lambda --json
run labrbf fit d.csv -o
run labrbf fit d.csv -o m.lab --quiet=3
run labrbf fit d.csv -o m.lab --header maybe
run labrbf fit d.csv -o m.lab --holdout 2
run labrbf fit d.csv -o m.lab --holdout 0.001
run labrbf predict m.lab d.csv --threads 0.5
run labrbf info m.lab --quite
ls
