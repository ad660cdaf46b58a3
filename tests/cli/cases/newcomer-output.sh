# Paths that cannot be written; nothing is left half-written.
toy 40 >d.csv
quietly labrbf fit d.csv -o m.lab $short
cp m.lab before.lab
run labrbf fit d.csv -o nosuch/m.lab
run labrbf fit d.csv -o d.csv/m.lab
run labrbf fit d.csv -o .
run labrbf fit d.csv -o /dev/full
run labrbf fit d.csv -o d.csv
run labrbf fit d.csv
run labrbf fit d.csv -o -
run labrbf predict m.lab d.csv -o nosuch/p.csv
run labrbf predict m.lab d.csv -o /dev/full
run labrbf predict m.lab d.csv -o d.csv
run labrbf predict m.lab d.csv -o m.lab
for command in 'predict m.lab d.csv' 'eval m.lab d.csv' 'info m.lab' 'info m.lab --json' '--version' 'fit --help'; do
    labrbf $command >/dev/full
    echo "= $? for $command"
done
quietly labrbf fit d.csv -o /dev/null $short
cmp m.lab before.lab && ls
