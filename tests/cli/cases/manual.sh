# The manual pages and completions that the build makes.
ls "$LABRBF_BUILD"/man/*.1 "$LABRBF_BUILD"/completion/* | sed 's|.*/||'
for page in "$LABRBF_BUILD"/man/*.1; do
    for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' 'SEE ALSO'; do
        grep -q "^.SH $section" "$page" || echo "$page has no $section"
    done
    if command -v groff >/dev/null; then groff -man -Tutf8 -ww -z "$page"; fi
done
# Bold ends where it should: marks come in pairs, on every line of every page.
for page in "$LABRBF_BUILD"/man/*.[13]; do
    awk -v page="$page" '{ bold = 0
        for (rest = $0; match(rest, /\\f[BIPR]/); rest = substr(rest, RSTART + 3)) {
            begins = substr(rest, RSTART + 2, 1) ~ /[BI]/
            if (begins == bold && begins) print page ": bold in bold: " $0
            bold = begins
        }
        if (bold) print page ": bold without end: " $0 }' "$page"
done
if command -v bash >/dev/null; then
    cat >try.bash <<'END'
. "$LABRBF_BUILD/completion/labrbf"
complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _labrbf; echo "${COMPREPLY[@]}"; }
complete_words labrbf ''
complete_words labrbf pr
complete_words labrbf fit --scaling ''
complete_words labrbf fit --kernel = exp
complete_words labrbf fit --preset p
complete_words labrbf fit --sigma
complete_words labrbf fit --sigma0 ''
complete_words labrbf info --j
touch one.csv two.csv
complete_words labrbf fit one
complete_words labrbf fit one.csv -o t
complete_words labrbf help e
END
    bash try.bash
fi
if command -v zsh >/dev/null; then zsh -n "$LABRBF_BUILD/completion/_labrbf"; fi
if command -v fish >/dev/null; then
    cat >try.fish <<'END'
source $LABRBF_BUILD/completion/labrbf.fish
function complete_words
    string join -- ' ' (complete -C $argv[1] | string replace -r '\t.*' '')
end
complete_words 'labrbf '
complete_words 'labrbf pr'
complete_words 'labrbf fit --scaling '
complete_words 'labrbf fit --kernel=exp'
complete_words 'labrbf fit --preset p'
complete_words 'labrbf fit --sigma'
complete_words 'labrbf fit --sigma0 '
complete_words 'labrbf info --j'
complete_words 'labrbf fit one'
complete_words 'labrbf fit one.csv -o t'
complete_words 'labrbf help e'
complete_words 'labrbf predict fit --sig'
END
    HOME=$PWD fish --no-config try.fish >printed 2>&1
    diff - printed <<'END'
cv eval fit help info predict tune
predict
auto minmax rank standard
--kernel=exponential
paper
--sigma0
auto
--json
one.csv
try.bash try.fish two.csv
eval
END
fi
