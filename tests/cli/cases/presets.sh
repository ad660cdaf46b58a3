# The preset comes first wherever it stands; settings may be written with - or _, with a blank or =; the last one counts.
toy 40 >d.csv
kernel() { quietly labrbf fit d.csv -o m.lab $brief "$@" && labrbf info m.lab | sed -n 's/^kernel *//p'; }
kernel | sed "s/gaussian\|exponential/chosen/"
kernel --preset paper
kernel --preset paper --kernel exponential
kernel --kernel exponential --preset paper
kernel --kernel=exponential --kernel=gaussian
quietly labrbf fit d.csv $short --support_max=9 --support-init 3 -om.lab
labrbf info m.lab --json | grep -E '"support_(max|init)"'
cp d.csv ./-d.csv
quietly labrbf fit $short -o m.lab -- -d.csv
