# Which columns are learnt from: by name, by number, by range.
awk 'BEGIN { print "id,x,y,z,w"; for (i = 1; i <= 30; i++) printf "r%d,%g,%g,%g,%g\n", i, i, i * i, 30 - i, i % 7 }' >d.csv
features() { labrbf info m.lab --json | sed -n 's/.*"name": "\([^"]*\)".*/\1/p' | tr '\n' ' '; labrbf info m.lab --json | grep '"target"'; }
fit() { quietly labrbf fit d.csv -o m.lab $short "$@" && features; }
fit --drop id
fit --drop 1
fit --target y --drop id
fit --target 3 --features 2,w
fit --features z,x
fit --features 2-4
fit --drop id,w
fit '--features=x, z'
fit --features x --features z
run labrbf fit d.csv -o m.lab --target yy
run labrbf fit d.csv -o m.lab --target 9
run labrbf fit d.csv -o m.lab --features x,w
run labrbf fit d.csv -o m.lab --features x, --target y
run labrbf fit d.csv -o m.lab --drop y --target y
run labrbf fit d.csv -o m.lab --drop id,x,y,z
run labrbf fit d.csv -o m.lab --drop 1-5
run labrbf fit d.csv -o m.lab --features 2-9
sed 1d d.csv | cut -d, -f2- >bare.csv
run labrbf fit bare.csv -o m.lab --target weight
quietly labrbf fit bare.csv -o m.lab $short --target 1 --features 2,4
features
run labrbf eval m.lab bare.csv -q --json | grep -c r2
printf 'a,a,y\n1,2,3\n2,3,4\n4,1,2\n' >twice.csv
run labrbf fit twice.csv -o m.lab --features a
run labrbf fit d.csv -o m.lab --features x,z --drop z
fit --features 2-4 --drop 3
