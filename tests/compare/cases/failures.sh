# A method that dies is a failed cell; the others go on.
hide_times() { sed -E '/^[A-Z]/s/( +(<0\.001|[0-9]+\.[0-9]+|-)){2,3} +([0-9]+|-) +([0-9]+)$/ TIMES \4/; s/ -?[0-9]+\.[0-9]{4}/ N/g; /^([A-Z]|method)/s/ +/ /g; s/ [0-9.]+ 40 / N 40 /'; }
toy 50 >d.csv
only() { run labrbf-compare run d.csv -q --repeats 2 --methods trouble,dice "$@" --csv out.csv | hide_times; }
for how in refuse signal killed exit memory nan; do
    only --set trouble.how=$how
done
cut -d, -f1-3 out.csv
labrbf-compare run d.csv -q --repeats 2 --methods trouble,dice --set trouble.how=refuse --json 2>/dev/null | helper json methods
sed -n 's/,[^,]*,[^,]*,[^,]*,[^,]*$//; 2p' out.csv
