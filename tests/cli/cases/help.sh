# The help, by every way to ask for it.
run labrbf --help
run labrbf info --help
labrbf --help >a
labrbf help | cmp - a && labrbf -h | cmp - a && echo 'the same by three ways'
for command in fit predict eval info; do
    labrbf $command --help >a
    labrbf help $command | cmp - a && labrbf $command -h nosuch 2>&1 | cmp - a && echo "the same for $command"
    awk -v command=$command 'length > 80 && !/^  labrbf/ { print command ": wide line: " $0 }' a
    grep -q '^Usage: labrbf' a && grep -q '^Examples:' a || echo "incomplete: $command"
done
labrbf --version | sed 's/[0-9][0-9]*/N/g'
labrbf fit --version | sed 's/[0-9][0-9]*/N/g'

# Every setting of a model is in the help, and in the manual page.
toy 20 >d.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf info m.lab --json | sed -n '/"settings"/,/}/s/^    "\([a-z0-9_]*\)".*/\1/p' | tr _ - >names
holds 'there are settings' [ "$(wc -l <names)" -gt 15 ]
labrbf fit --help >help
while read -r name; do
    grep -q -- "--$name " help || echo "not in the help: $name"
    grep -q -- "$(echo "--$name" | sed 's/-/\\\\-/g')\\\\fR" "$LABRBF_BUILD/man/labrbf-fit.1" || echo "not in the manual: $name"
done <names
