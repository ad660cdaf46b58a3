# The bar on a terminal: never wider than it, gone at the end.
toy 50 >d.csv
for width in 80 30 9; do
    helper terminal $width /6 labrbf-compare run d.csv --methods dice,bias,trouble --repeats 2 --set trouble.how=sleep 2>screen >finished
    grep -c Dice finished # what was done is not lost
    tr '\r' '\n' <screen | grep '/6' | sed 's/.\[K.*//' >bars
    holds "at $width columns there are bars" [ "$(wc -l <bars)" -gt 0 ]
    awk -v width=$width 'length >= width { print "too wide: " $0 }' bars
    tail -n 1 screen | tr -d '\r\n' | sed 's/^.*\[K//; s/with [0-9]*/with SOME/'
    echo
done
