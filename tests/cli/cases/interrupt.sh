# Ctrl-C: stops after the step, saves, says so, exits 130. The model can be used.
toy 60 >d.csv
long="--support-max 12 --support-init 6 --steps-grow 20 --steps-final 900000000 --sigma0 2 --linear off --scaling minmax --kernel exponential --ridge 0.001"
run helper interrupt "'d.csv'" labrbf fit d.csv -o m.lab $long | sed 's/after [0-9]* of/after SOME of/'
labrbf predict m.lab d.csv | wc -l | tr -d ' '
labrbf info m.lab --json | grep stopped
helper interrupt "'d.csv'" labrbf fit d.csv -o m.lab $long --json --holdout 0.2 2>/dev/null | helper json n_support stopped holdout

# A prediction that is stopped leaves nothing behind.
yes 0.5,3,1 | helper interrupt note: labrbf predict m.lab - -o p.csv 2>&1 | sed 's/after [0-9]* rows/after SOME rows/'
ls
