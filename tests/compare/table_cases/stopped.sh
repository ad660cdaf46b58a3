# Ctrl-C, failures and the report.
small() { awk -v rows="$1" 'BEGIN { print "a,b,y"; for (i = 0; i < rows; i++) { a = i * 37 % 101; b = i * 53 % 89; print a "," b "," a + 3 * b + a * b % 17 } }'; }
hide_numbers() { sed -E 's/R² -?[0-9.]+, [0-9.:]+( s)?/R² N, TIME/; s/failed, [0-9.]+ s/failed, TIME/; s/(; )?[0-9.:]+( s)? left//; s/-?[0-9]+\.[0-9]{4}/N/g; s/ +/ /g'; }
small 50 >fifty.csv
run helper send INT '2/2' labrbf-compare table3 --data . --repeats 2 | hide_numbers
ls results results/runs
run labrbf-compare table3 --data . --repeats 2 --rows refuser | hide_numbers
cut -d, -f1-5 results/table3.csv
run labrbf-compare table3 --no-run --repeats 2 -q | tail -n 3 | hide_numbers
# on a terminal the bar says which cell it is
helper terminal 100 'sleeper' labrbf-compare table3 --data . --repeats 2 --rows sleeper 2>screen
tr '\r' '\n' <screen | grep -c 'cell 1/1, fifty sleeper' | sed 's/^[1-9][0-9]*$/some/'
# the page, with a text and a figure
mkdir results/figures
printf '<svg xmlns="http://www.w3.org/2000/svg"/>' >results/figures/fig-toy.svg
printf '## table3\n\nAs **bad** as `a<b`\nsays.\n\n- one\n- two\n\n## figures\nNone & done.\n' >results/reading.md
run labrbf-compare report --repeats 2 --commit 'abc<1>'
grep -A 6 'id="table3"' results/index.html
grep -c '<td>' results/index.html
grep -o '<td>.*</td>' results/index.html | grep failed | hide_numbers
grep 'None &amp; done' results/index.html
grep -o 'src="[^"]*"' results/index.html
grep -o 'commit <code>[^ ]*</code>' results/index.html
# sixty stands for a choice that the paper leaves open: a table of its own, with the rows that have been run
small 60 >sixty.csv
labrbf-compare table1 --data . --repeats 2 --rows near -q >table1.txt
run labrbf-compare report --repeats 2 -q
sed -n '/id="table1"/,/<.section>/p' results/index.html | grep -o '<h3>.*</h3>\|<th scope="[a-z]*">[^<]*'
# the default comes first, if it has been measured, and the front page has a link, if it is there
mkdir -p docs/results
printf '# Front\n' >README.md
printf '# Default\n\n## Bytes of the model\n\n| set | a |\n|---|---:|\n| x | **1** |\n\n## other\n\nno\n' >docs/results/recipe.md
run labrbf-compare report -o docs/results -q
grep -o 'href="[^"]*"' docs/results/index.html | head -n 3
grep -A 8 'id="default"' docs/results/index.html
