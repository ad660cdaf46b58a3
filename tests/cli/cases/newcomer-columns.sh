# Columns at predict time: other order, extra ones, missing ones, none named.
toy 40 >d.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf predict m.lab d.csv >p
awk -F, '{ print $3 ",x," $2 "," $1 }' d.csv | sed '1s/x/note/' >swapped.csv
labrbf predict m.lab swapped.csv | cmp - p && echo 'same with columns swapped and a column of text added'
cut -d, -f1,2 d.csv | labrbf predict m.lab - | cmp - p && echo 'same without the target'
sed 1d d.csv >bare.csv
run labrbf predict m.lab bare.csv -o q
cmp p q && echo 'same without names'
cut -d, -f1,2 bare.csv | labrbf predict m.lab - | cmp - p && echo 'same without names and target'
sed '1s/a,b/aa,B/' d.csv >wrong.csv
run labrbf predict m.lab wrong.csv
run labrbf eval m.lab wrong.csv
sed '1s/y/Y/' d.csv >target.csv
run labrbf eval m.lab target.csv
quietly labrbf eval m.lab target.csv --target Y
cut -d, -f1 bare.csv >narrow.csv
run labrbf predict m.lab narrow.csv
cut -d, -f1,2 bare.csv >features.csv
run labrbf eval m.lab features.csv
run labrbf eval m.lab d.csv --target z
