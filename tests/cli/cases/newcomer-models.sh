# Model files that are missing, damaged, too new, or no models at all.
toy 40 >d.csv
quietly labrbf fit d.csv -o m.lab $short
run labrbf info nosuch.lab
head -c 300 m.lab >cut.lab
labrbf info cut.lab 2>&1 | sed 's/with [0-9]*/with SIZE/'
: >empty.lab
run labrbf info empty.lab
cp m.lab flipped.lab
printf '\377' | dd of=flipped.lab bs=1 seek=1000 conv=notrunc 2>/dev/null
run labrbf predict flipped.lab d.csv
cp m.lab newer.lab
printf '\143' | dd of=newer.lab bs=1 seek=8 conv=notrunc 2>/dev/null
labrbf eval newer.lab d.csv 2>&1 | sed 's/labrbf [0-9.]* reads/labrbf VERSION reads/'
run labrbf predict d.csv m.lab
run labrbf predict m.lab
