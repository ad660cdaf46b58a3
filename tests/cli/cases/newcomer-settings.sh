# Settings out of their range: every one of them, just outside, is refused with exit code 2 and by name.
toy 20 >d.csv
run labrbf fit d.csv -o m.lab --scaling minmx
run labrbf fit d.csv -o m.lab --preset papr
run labrbf fit d.csv -o m.lab --rate fast
run labrbf fit d.csv -o m.lab --batch 1.5
labrbf fit --help-all | sed -n '/^The run:/,/^Other options:/s/^ *--\([a-z0-9-]*\) .*/\1/p' | sed '/^preset$/d; /^budget$/d' >settings
holds 'there are more than fifteen settings' [ "$(wc -l <settings)" -gt 15 ]
while read -r name; do
    labrbf fit d.csv -o m.lab "--$name" -1 >out 2>err
    code=$?
    [ $code -eq 2 ] && grep -q "$(echo "$name" | tr - _)" err || echo "$name: exit code $code, $(cat err)"
done <settings
ls
