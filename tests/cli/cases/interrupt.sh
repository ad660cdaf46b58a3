# Ctrl-C: stops after the step, saves, says so, exits 130. The model can be used.
toy 60 >d.csv
long="--support-max 12 --support-init 6 --steps-grow 20 --steps-final 900000000 --sigma0 2 --linear off --scaling minmax --kernel exponential --ridge 0.001"
run helper send INT "'d.csv'" labrbf fit d.csv -o m.lab $long | sed 's/after [0-9]* of/after SOME of/'
labrbf predict m.lab d.csv | wc -l | tr -d ' '
labrbf info m.lab --json | grep stopped
rm m.lab
helper send INT "'d.csv'" labrbf fit d.csv -o m.lab $long --json --holdout 0.2 2>/dev/null | helper json n_support stopped holdout

# A file that is there is not replaced by an unfinished model, unless that is asked for.
quietly labrbf fit d.csv -o good.lab --preset paper --support-max 6 --support-init 6 --steps-final 5
cp good.lab kept.lab
run helper send INT "'d.csv'" labrbf fit d.csv -o good.lab $long | sed 's/after [0-9]* of/after SOME of/'
holds "the good model is still there" cmp good.lab kept.lab
labrbf info good.partial.lab --json | grep stopped
run helper send INT "'d.csv'" labrbf fit d.csv -o good.lab $long --json | grep '"model"'
run helper send INT "'d.csv'" labrbf fit d.csv -o good.lab $long --keep-partial | sed 's/after [0-9]* of/after SOME of/'
labrbf info good.lab --json | grep stopped
quietly labrbf fit d.csv -o plain --preset paper --support-max 6 --support-init 6 --steps-final 5
helper send INT "'d.csv'" labrbf fit d.csv -o plain $long 2>&1 | grep interrupted | sed 's/after [0-9]* of/after SOME of/'

# SIGTERM and SIGHUP act like Ctrl-C, with their own exit code.
run helper send TERM "'d.csv'" labrbf fit d.csv -o term.lab $long | sed 's/after [0-9]* of/after SOME of/'
run helper send HUP "'d.csv'" labrbf fit d.csv -o hup.lab $long | sed 's/after [0-9]* of/after SOME of/'
quietly labrbf predict hup.lab d.csv
quietly labrbf predict term.lab d.csv

# Messages that nobody reads any more end no fit.
quietly labrbf fit d.csv -o heard.lab --preset paper --support-max 6 --support-init 6 --steps-final 5
run helper unheard labrbf fit d.csv -o unheard.lab --preset paper --support-max 6 --support-init 6 --steps-final 5
holds "the same model" cmp heard.lab unheard.lab

# What a killed run has left behind is removed by the next one.
touch .p.csv.labrbf-0.tmp .m2.lab.labrbf-0.tmp
quietly labrbf predict m.lab d.csv -o p.csv
cp m.lab m2.lab
quietly labrbf fit d.csv -o m2.lab --preset paper --support-max 6 --support-init 6 --steps-final 5
ls -A | grep tmp
rm p.csv m2.lab

# A prediction that is stopped leaves nothing behind.
yes 0.5,3,1 | helper send INT note: labrbf predict m.lab - -o p.csv 2>&1 | sed 's/after [0-9]* rows/after SOME rows/'

# A signal is noticed while there is no input yet, too.
{
    yes 0.5,3,1 | head -n 20000
    sleep 4
} | timeout 3 "$HELPER" send TERM note: labrbf predict m.lab - -o p.csv 2>&1 | tail -n 1 | sed 's/after [0-9]* rows/after SOME rows/'
ls
