# A target that is missing in some rows, or the same everywhere; more features than rows; missing features.
printf 'a,b,y\n1,2,3\n2,5,NaN\n3,1,\n4,4,9\n5,5,?\n5,6,1\n' >missing.csv
run labrbf fit missing.csv -o m.lab
run labrbf fit missing.csv -o m.lab --skip-missing-target --sigma0 1 --steps-final 5
run labrbf eval m.lab missing.csv
quietly labrbf eval m.lab missing.csv --skip-missing-target
printf 'a,b,y\n1,2,3\n2,5,3\n3,1,3\n4,4,3\n' >constant.csv
run labrbf fit constant.csv -o m.lab --sigma0 1 --steps-final 5
run labrbf predict m.lab constant.csv
run labrbf eval m.lab constant.csv --json
printf 'a,b,c,d,e,y\n1,2,3,4,5,6\n5,4,3,2,1,1\n1,3,2,5,4,4\n' >wide.csv
run labrbf fit wide.csv -o m.lab --sigma0 1 --steps-final 5
printf 'a,b,y\n1,2,3\n2,,4\n3,1,5\n,4,3\nNA,NA,2\n' >gaps.csv
run labrbf fit gaps.csv -o m.lab --sigma0 1 --steps-final 5
labrbf predict m.lab gaps.csv 2>notes | wc -l | tr -d ' '
cat notes
