# Help of the program and its commands, wrapped for 80 columns.
run labrbf-compare
run labrbf-compare --help
run labrbf-compare run --help
run labrbf-compare list --help
run labrbf-compare table1 --help
run labrbf-compare table2 --help
run labrbf-compare table3 --help | tail -n 12
run labrbf-compare report --help
run labrbf-compare help list | head -n 2
labrbf-compare --version | sed 's/[0-9.]*$/VERSION/'
run labrbf-compare rnu
run labrbf-compare --jobs 2
