# Rows outside the range of the training rows: counted, and the column that has most of them is named.
awk 'BEGIN { print "a,b,c,y"; for (i = 0; i <= 40; i++) printf "%g,%g,7,%g\n", i / 4, (i * 7) % 11, i / 4 + (i * 7) % 11 }' >d.csv
quietly labrbf fit d.csv -o m.lab $short
outside() { labrbf predict m.lab "$1" -o p.csv --quiet; }

# a from 0 to 10, b from 0 to 10, c always 7
outside d.csv
printf 'a,b,c\n0,10,7\n10,0,7\n10.05,-0.05,7\n,,\n' >inside.csv
outside inside.csv
printf 'a,b,c\n10.2,5,7\n5,5,7\n5,-0.2,7\n-5,12,7\n5,11,7\n,5,7\n' >some.csv
outside some.csv
printf 'a,b,c\n5,5,7.5\n' >constant.csv
outside constant.csv
printf 'a,b,c,y\n5,5,7,10\n-20,5,7,1\n' >eval.csv
run labrbf eval m.lab eval.csv --json | grep -v '"[rm]'

# Many blocks, and a table without names.
awk 'BEGIN { for (i = 0; i < 20000; i++) print (i % 100 == 0 ? 99 : 5) ",5,7" }' | labrbf predict m.lab - --quiet | wc -l | tr -d ' '
