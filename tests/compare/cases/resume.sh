# An interrupted run goes on from its file; the children are gone.
hide_times() { sed -E '/^[A-Z]/s/( +(<0\.001|[0-9]+\.[0-9]+|-)){2,3} +([0-9]+|-) +([0-9]+)$/ TIMES \4/; s/ -?[0-9]+\.[0-9]{4}/ N/g; /^([A-Z]|method)/s/ +/ /g; s/ [0-9.]+ 40 / N 40 /'; }
toy 50 >d.csv
computed() { sed 's/,[^,]*,[^,]*,[^,]*,[^,]*$//' "$1"; }
common="run d.csv --methods dice,bias,trouble --repeats 3"
labrbf-compare $common --csv whole.csv -q >/dev/null
# the third job sleeps, and is interrupted; the file has the two before it
slow="$common --resume file --set trouble.how=sleep --set trouble.below=2"
run helper send INT '2/9' labrbf-compare $slow | sed 's/R².*/R² .../'
still_there() { for p in /proc/[0-9]*; do [ "$(readlink "$p/cwd")" = "$PWD" ] && readlink "$p/exe"; done | grep -c 'labrbf-compare$'; }
still_there
cut -f1-3 file | sed '1s/version=.*/.../'
run labrbf-compare $common --resume file
sed 's/how=sleep/how=none/' file >other
run labrbf-compare $common --resume other --csv resumed.csv | sed 's/: R².*/: R² .../' | hide_times
computed whole.csv >whole
computed resumed.csv | cmp - whole && echo 'same as in one go'
run labrbf-compare $common --resume other -q --seed 4
run helper send INT '2/9' labrbf-compare $common --set trouble.how=sleep | tail -n 2
run labrbf-compare run d.csv --methods dice --repeats 2 --resume . -q
