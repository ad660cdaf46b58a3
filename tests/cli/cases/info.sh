# What info prints, without the numbers that training gives.
toy 60 >d.csv
quietly labrbf fit d.csv -o m.lab $short --kernel gaussian --seed 7
labrbf info m.lab >out
sed -n '/^settings/q; /feature /,$d; p' out | sed -E 's/^(bias|condition) +[^ ]*/\1 NUMBER/'
grep -A 2 '  feature ' out | awk '{ print $1 }' | sort
sed -n '/^settings/,/^$/p' out | grep -E 'kernel|support|seed'
sed -n '/^history/,$p' out | awk '{ print $1, $2, $3 }'
