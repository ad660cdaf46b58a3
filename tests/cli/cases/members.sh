# Several members in one model, and a model of so many bytes.
toy 60 >d.csv
small="--preset paper --support-max 12 --support-init 2 --support-add 2 --steps-grow 5 --steps-final 5"
run labrbf fit d.csv -o m.lab $small --members 3
labrbf info m.lab | grep -E '^supports|^parts|weight|^size|^training|^  (support-max|members) '
labrbf info m.lab --json | grep -E 'bytes_single|"members"'
labrbf info m.lab --json | helper json parts
labrbf info m.lab | sed -n '/^history/,$p' | awk '{ print $1, $2, $3 }'
quietly labrbf predict m.lab d.csv
quietly labrbf fit d.csv -o again.lab $small --members 3 --threads 1
holds "the same bits again" cmp m.lab again.lab
run labrbf fit d.csv -o x.lab $small --members 20 -q
run labrbf fit d.csv -o x.lab $small --members 0
run labrbf fit d.csv -o x.lab $small --members 2 --start m.lab
quietly labrbf fit d.csv -o x.lab $small --max-bytes 200
labrbf info x.lab | grep -E '^supports|^parts|weight|^size|^  (support-max|max-bytes) '
run labrbf fit d.csv -o x.lab $small --max-bytes 50
run labrbf fit d.csv -o x.lab $small --max-bytes few
run labrbf fit d.csv -o x.lab $small --max-bytes 200
labrbf info x.lab | grep '^size'
wc -c <x.lab | tr -d ' '
