# What a newcomer gets wrong, and what is said.
unset LABRBF_DATA
run labrbf-compare table1 --rows nera
run labrbf-compare table1 --rows near,
run labrbf-compare table1 --sets yacht --no-run
run labrbf-compare table1 --repeats 0
run labrbf-compare table1 --jobs 1000
run labrbf-compare table1 now
run labrbf-compare table1 -o nosuch/folder
run labrbf-compare table1
run labrbf-compare table1 --data .
echo anything >fifty.csv
run labrbf-compare table1 --data . --sets fifty
run labrbf-compare report -o nosuch
run labrbf-compare report --seed x
