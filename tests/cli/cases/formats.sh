# The same numbers in every format give the same model and the same predictions.
toy 60 >d.csv
sed 1d d.csv >bare.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf predict m.lab d.csv >p
holds 'one prediction for each row' [ "$(wc -l <p)" -eq 61 ]
head -n 1 p
same() { labrbf predict m.lab "$@" 2>/dev/null | cmp - p && echo "same from $*"; }

gzip -c d.csv >d.csv.gz
same d.csv.gz
same - <d.csv
same - <d.csv.gz
tr , '\t' <d.csv >d.tsv
same d.tsv
tr , ';' <d.csv >semicolons.csv
same semicolons.csv
awk '{ printf "%s\r\n", $0 }' d.csv >crlf.csv
same crlf.csv
same bare.csv
helper npy <bare.csv >d.npy
same d.npy
awk -F, '{ print $3, "1:" $1, "2:" $2 }' bare.csv >d.libsvm
same d.libsvm
labrbf predict m.lab d.libsvm >p2 # no note: LIBSVM says which is the label

# Models of tables without names: the same arithmetic, other names.
quietly labrbf fit bare.csv -o bare.lab $short
quietly labrbf fit d.npy -o npy.lab $short
cmp bare.lab npy.lab && echo 'same model from NPY'
quietly labrbf fit d.libsvm -o libsvm.lab $short
for model in bare.lab libsvm.lab; do
    for table in d.csv bare.csv d.npy d.libsvm; do
        labrbf predict $model $table 2>/dev/null | cmp - p && echo "same with $model from $table"
        labrbf eval $model $table 2>/dev/null >scores || echo "eval failed: $model $table"
    done
done

# LIBSVM: features that are not written are zero; the model says how many there are.
printf '1 1:0.5\n2 2:3\n' >sparse.libsvm
printf 'a,b\n0.5,0\n0,3\n' >dense.csv
labrbf predict m.lab sparse.libsvm >p
labrbf predict m.lab dense.csv | cmp - p && echo 'same from sparse.libsvm'
printf '1 1:0.5 3:1\n' >more.libsvm
run labrbf predict m.lab more.libsvm
printf '1,2,3\n2,inf,4\n3,1,nan\n2,2,2\n' | helper npy >infinite.npy
run labrbf fit infinite.npy -o x.lab
