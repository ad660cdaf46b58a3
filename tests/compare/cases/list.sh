# Methods with their settings, and data sets with whether they are there.
unset LABRBF_DATA
run labrbf-compare list
mkdir here
echo anything >here/yacht.csv
echo anything >here/sml.csv.gz
labrbf-compare list --data here | grep there
LABRBF_DATA=here labrbf-compare list | grep there
run labrbf-compare list more
