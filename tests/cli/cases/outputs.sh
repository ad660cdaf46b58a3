# What predict writes: the format that the name says, columns that come along, JSON.
toy 60 >d.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf predict m.lab d.csv >p.csv
sed 1d p.csv | helper npy | tail -c +129 >numbers # after the header
holds_numbers() { tail -c +129 | cmp - numbers; }

# by the name's ending; CSV if it says nothing, or --format
for name in out.csv out.csv.gz out.tsv out.TSV.GZ out.npy out.npy.gz out.gz out.txt out; do
    quietly labrbf predict m.lab d.csv -o $name
    case $name in
    *.gz | *.GZ) gzip -dc <$name >plain ;;
    *) cp $name plain ;;
    esac
    case $name in
    *.npy*) holds_numbers <plain ;;
    *) cmp plain p.csv ;;
    esac && echo "$name holds the predictions"
    gzip -dc <$name >plain 2>/dev/null && echo "$name is packed"
done
quietly labrbf predict m.lab d.csv -o out --format npy
holds_numbers <out && echo 'NPY by --format'
head -c 128 out | od -A n -t u1 -N 10
head -c 127 out | tail -c +11
echo .
labrbf predict m.lab d.csv --format npy | cmp - out && echo 'NPY through a pipe'
labrbf predict m.lab d.csv --format csv | cmp - p.csv && echo 'CSV through a pipe'
labrbf predict m.lab d.csv -o - | cmp - p.csv && echo 'the name - is standard output'
run labrbf predict m.lab d.csv -o out.csv.gz --format csv
run labrbf predict m.lab d.csv -o out.npy --format csv
run labrbf predict m.lab d.csv -o out.tsv.gz --format npy
run labrbf predict m.lab d.csv --format xlsx
TMPDIR=/nosuch run labrbf predict m.lab d.csv -o new.npy
run labrbf predict m.lab d.csv -o nosuch/new.csv.gz
ls new* 2>/dev/null

# read back: the features and the prediction as a table of their own
for table in wide.npy wide.npy.gz wide.tsv wide.csv.gz; do
    quietly labrbf predict m.lab d.csv --keep a,b -o $table
    labrbf predict m.lab $table --keep 3,1 2>/dev/null | awk -F, 'NR > 1 { n += $1 == $3 } END { print n " are the same" }'
    labrbf eval m.lab $table --target 3 2>/dev/null | grep r2
done

# --keep: any column, in the order asked for, as it stands; blank lines are skipped in both
cat >mixed.csv <<'END'
id;a;note;b;date;prediction
007;0.1;"say ""hi""; all";2;2024-05-01;old
 x8 ;0.2;" padded ";3;2024-05-02;

"a,b";;tab	inside;4;?;"two
lines"
END
printf 'L\351on;0.4;;5;NA;inf\r\n' >>mixed.csv
number='s/\([,\t]\)[0-9.e-]\{3,\}$/\1NUMBER/'
run labrbf predict m.lab mixed.csv --keep id,date | sed "$number"
labrbf predict m.lab mixed.csv --keep all 2>/dev/null | sed "$number"
labrbf predict m.lab - --keep note,1 --format tsv 2>/dev/null <mixed.csv | sed "$number" | tr '\t' '~'
gzip -c mixed.csv >mixed.csv.gz
labrbf predict m.lab mixed.csv.gz --keep 5-6,a 2>/dev/null | sed "$number"
labrbf predict m.lab mixed.csv -q --gradient --keep a | sed 's/[0-9.e-]*,[0-9.e-]*,[0-9.e-]*$/NUMBERS/'
run labrbf predict m.lab mixed.csv --keep dates
run labrbf predict m.lab mixed.csv --keep id,,date
run labrbf predict m.lab mixed.csv --keep 9
run labrbf predict m.lab mixed.csv --keep a,id -o new.npy
run labrbf predict m.lab mixed.csv --keep a,b -o new.npy
# the kept table is as good as the original
labrbf predict m.lab mixed.csv --keep all -q -o kept.csv
labrbf predict m.lab mixed.csv --keep id,note -q >one
labrbf predict m.lab kept.csv --keep id,note -q | cmp - one && echo 'the same from the kept table'
# tables of numbers
awk -F, 'NR > 1 && NR < 5 { print $3, "1:" $1 }' d.csv >d.libsvm
labrbf predict m.lab d.libsvm --keep label,2,1 | sed "$number"
printf '0.5,nan,3\n0.25,2,-1e300\n' | helper npy >d.npy
labrbf predict m.lab d.npy -q --keep all | sed "$number"
# rows beyond a block keep their cells
awk -F, 'BEGIN { print "a,b,row" } { for (i = 0; i < 200 && NR > 1; i++) print $1 "," $2 "," ++n }' d.csv >long.csv
labrbf predict m.lab long.csv --keep row | awk -F, 'NR > 1 && $1 != NR - 1 { print "row " NR } END { print NR " lines" }'

# --json
run labrbf predict m.lab d.npy --json --keep 2 | sed 's/"prediction": [0-9.-]*/"prediction": NUMBER/'
labrbf predict m.lab mixed.csv -q --keep note,prediction --json | tee object | helper json model data columns predictions rows
grep -c '"prediction_2": ' object
run labrbf predict m.lab d.csv -o out.tsv --json
labrbf predict m.lab d.csv -q --json --single | grep -c error_bound
run labrbf predict m.lab d.csv --json --format csv
echo before >out.csv
run labrbf predict m.lab mixed.csv --keep id -q --json -o out.csv/x.csv
sed '3s/;0.2;/;oops;/' mixed.csv >wrong.csv
run labrbf predict m.lab wrong.csv --json -o out.csv
cat out.csv
