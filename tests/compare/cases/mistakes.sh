# What a newcomer gets wrong, and what is said.
unset LABRBF_DATA
toy 40 >d.csv
run labrbf-compare run
run labrbf-compare run d.csv --methods neigbours
run labrbf-compare run d.csv --methods svm
run labrbf-compare run d.csv --methods dice,dice
run labrbf-compare run d.csv --methods dice,
run labrbf-compare run d.csv --method dice
run labrbf-compare run d.csv --set neighbours.kk=3
run labrbf-compare run d.csv --set neighbours.k=0
run labrbf-compare run d.csv --set neighbours.k=2.5
run labrbf-compare run d.csv --set bias.sign=up
run labrbf-compare run d.csv --set k=3
run labrbf-compare run d.csv --methods dice --set neighbours.k=3
run labrbf-compare run d.csv --set
run labrbf-compare run d.csv --repeats 0
run labrbf-compare run d.csv --repeats many
run labrbf-compare run d.csv --repeats -3
run labrbf-compare run d.csv --seed 99999999999999999999
run labrbf-compare run d.csv --jobs 0
run labrbf-compare run d.csv --jobs 1000
run labrbf-compare run d.csv --train-share 1
run labrbf-compare run d.csv --train-share x
run labrbf-compare run d.csv --target z
run labrbf-compare run d.csv --tune --paper-settings yacht
run labrbf-compare run d.csv --paper-settings yach
run labrbf-compare run d.csv --paper-settings boats
run labrbf-compare run d.csv --paper-settings yacht
run labrbf-compare run d.csv --paper-settings yacht --methods dice
run labrbf-compare run nosuch.csv
run labrbf-compare run yaht
run labrbf-compare run yacht
run labrbf-compare run yacht --data .
run labrbf-compare run yacht --target x
echo anything >sml.csv
run labrbf-compare run sml --data .
toy 4 >four.csv
run labrbf-compare run four.csv
printf 'a,y\n1,2\n2,\n3,4\n' >hole.csv
run labrbf-compare run hole.csv
run labrbf-compare run d.csv --csv nosuch/out.csv --methods dice --repeats 1 -q
cp d.csv other.csv
run labrbf-compare run d.csv --resume other.csv --methods dice
run labrbf-compare run d.csv --resume d.csv --methods dice
run labrbf-compare run d.csv --csv ./d.csv --methods dice
run labrbf-compare run d.csv --csv r --resume r --methods dice
printf "GARB\\0AGE\\nx" >binary
run labrbf-compare run d.csv --resume binary --methods dice
run labrbf-compare run d.csv --resume nosuch/r --methods dice
head -n 1 d.csv
