# The bar on a terminal: never wider than it, gone at the end; nothing with --quiet; plain lines in a pipe.
toy 60 >d.csv
endless="--support-max 12 --support-init 6 --support-add 3 --steps-grow 20 --steps-final 900000000 --sigma0 2 --ridge 0.001 --linear off --scaling minmax --kernel exponential"
for width in 200 100 80 60 40 20 9; do
    [ $width -ge 40 ] && cue=left || cue=%
    helper terminal $width "$cue" labrbf fit d.csv -o m.lab --keep-partial $endless 2>screen
    tr '\r' '\n' <screen | grep '%' | sed 's/.\[K.*//' >bars
    holds "at $width columns there are bars" [ "$(wc -l <bars)" -gt 0 ]
    awk -v width=$width 'length >= width { print "too wide: " $0 }' bars
    if [ $width -ge 100 ]; then
        tail -n 1 bars | sed 's/\[[#.]*\]/[BAR]/; s/%.*left/%  TIME left/; s|[0-9]*/12 supports|N supports|; s/loss [^ ]*/loss NUMBER/; s/round [0-9]*/round N/'
    fi
    tail -n 1 screen | tr -d '\r\n' | sed 's/^.*\[K//; s/after [0-9]* of/after SOME of/'
    echo
done
helper terminal 80 none labrbf fit d.csv -o m.lab $short 2>&1 | wc -c | tr -d ' '
helper send INT 'done' labrbf fit d.csv -o m.lab --keep-partial $endless 2>lines
grep -c "$(printf '\033')" lines
sed -n 's|round [0-9]*: [0-9]*/12|round N: N|; s/loss [^ ]*,/loss NUMBER,/; s/done, .* left/done, TIME left/; s/^\(round.*\)/\1/p' lines | head -n 1
# While settings are being chosen it says what is being tried, in 80 columns beside a bar.
open="--support-max 12 --steps-final 900000000"
for width in 100 80 40; do
    [ $width -ge 80 ] && cue=trying || cue=%
    helper terminal $width "$cue" labrbf fit d.csv -o m.lab --keep-partial $open 2>screen
    tr '\r' '\n' <screen | grep '%' | sed 's/.\[K.*//' >bars
    awk -v width=$width 'length >= width { print "too wide: " $0 }' bars
    tail -n 1 bars | sed 's/\[[#.]*\]/[BAR]/; s/%.*left/%/; s/trying .*, ridge [0-9.e+-]*/trying CANDIDATE/'
done
