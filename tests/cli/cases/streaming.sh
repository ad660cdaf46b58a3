# predict takes no more memory for more rows; a reader that stops early ends it quietly.
toy 2000 >small.csv
toy 300000 >large.csv
quietly labrbf fit small.csv -o m.lab $short
small=$(helper memory labrbf predict m.lab small.csv -o p.csv -q --threads 1)
large=$(helper memory labrbf predict m.lab large.csv -o p.csv -q --threads 1)
holds 'no more memory for 300000 rows' [ "$((large - small))" -lt 3000 ] || echo "$small $large"
wc -l <p.csv | tr -d ' '
labrbf predict m.lab large.csv 2>err | head -n 1
cat err
head -n 2001 large.csv | cmp - small.csv
labrbf predict m.lab small.csv | cmp - p.csv 2>&1 | sed 's/.*EOF.*/the beginning is the same/'
echo a,b >none.csv
run labrbf predict m.lab none.csv
run labrbf eval m.lab none.csv --target 1
# single precision says how far it can be off, and keeps to it, with every kernel
for kernel in $(labrbf fit --help-all | sed -n 's/^ *--kernel //p' | tr '|' ' ' | sed 's/ auto$//'); do
    quietly labrbf fit small.csv -o m.lab $short --kernel "$kernel"
    labrbf predict m.lab small.csv --single -o s.csv 2>err
    labrbf predict m.lab small.csv -o p.csv -q
    labrbf info m.lab | grep -q "^kernel *$kernel$" || echo "not $kernel"
    bound=$(sed -n 's/^single precision: .* at most \([0-9.e-]*\)$/\1/p' err)
    sed 's/at most .*/at most .../' err
    paste -d, p.csv s.csv | awk -F, -v bound="$bound" 'NR > 1 { d = $1 - $2; d = d < 0 ? -d : d; if (d > worst) worst = d }
        END { print (bound > 0 && worst > 0 && worst <= bound) ? "kept" : "off by " worst " of " bound }'
done | sort -u
# likewise with columns that come along, packed, as NPY and in JSON
for out in '-o p.csv.gz --keep all' '-o p.npy --keep a' '--json --keep all'; do
    small=$(helper memory labrbf predict m.lab small.csv -q --threads 1 $out | tail -n 1)
    large=$(helper memory labrbf predict m.lab large.csv -q --threads 1 $out | tail -n 1)
    holds "no more memory with $out" [ "$((large - small))" -lt 3000 ] || echo "$small $large"
done
labrbf predict m.lab small.csv -q --json --keep all | helper json predictions rows
