# The help, by every way to ask for it.
run labrbf --help
run labrbf info --help
labrbf --help >a
labrbf help | cmp - a && labrbf -h | cmp - a && echo 'the same by three ways'
for command in fit predict eval cv tune info; do
    labrbf $command --help >a
    labrbf help $command | cmp - a && labrbf $command -h nosuch 2>&1 | cmp - a && echo "the same for $command"
    awk -v command=$command 'length > 80 && !/^  labrbf/ { print command ": wide line: " $0 }' a
    grep -q '^Usage: labrbf' a && grep -q '^Examples:' a || echo "incomplete: $command"
done

# Where there are many options, --help is one screen of 80 columns: the first ones that are needed, and where the rest is.
run labrbf fit --help
for command in fit cv tune; do
    labrbf $command --help >short
    labrbf $command --help-all nosuch >all
    holds "$command: one screen" [ "$(wc -l <short)" -le 45 ]
    awk -v command=$command 'length > 80 { print command ": wide line: " $0 }' short
    tail -n 1 short
    sed -n 's/^[^-]*\(--[a-z-]*\) .*/\1/p' short | sort -u | while read -r option; do
        grep -q -- "^ .*$option\( \|$\)" all || echo "$command --help-all has no $option"
    done
    sed -n 's/^\([A-Z][A-Za-z, ]*\):$/\1/p' all | tr '\n' ';'
    echo
    sed -n '/^Other options:/,/^Examples:/s/^ .*--\([a-z-]*\) .*/\1/p' all | tr '\n' ' '
    echo
done
holds 'the default does not grow, and its help does not say so' [ "$(labrbf fit --help | grep -ci grow)" -eq 0 ]
labrbf predict --help >short
labrbf predict --help-all | cmp - short && echo 'predict has few options: both are the same'
labrbf --version | sed 's/[0-9][0-9]*/N/g'
labrbf fit --version | sed 's/[0-9][0-9]*/N/g'

# Every setting of a model is in the help, and in the manual page.
toy 20 >d.csv
quietly labrbf fit d.csv -o m.lab $short
labrbf info m.lab --json | sed -n '/"settings"/,/}/s/^    "\([a-z0-9_]*\)".*/\1/p' | tr _ - >names
holds 'there are settings' [ "$(wc -l <names)" -gt 15 ]
labrbf fit --help-all >help
while read -r name; do
    grep -q -- "--$name " help || echo "not in the help: $name"
    grep -q -- "$(echo "--$name" | sed 's/-/\\\\-/g')\\\\fR" "$LABRBF_BUILD/man/labrbf-fit.1" || echo "not in the manual: $name"
done <names
