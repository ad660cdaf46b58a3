# The manual pages and completions that the build makes.
ls "$LABRBF_BUILD"/man/*.1 "$LABRBF_BUILD"/completion/* | sed 's|.*/||'
for page in "$LABRBF_BUILD"/man/*.1; do
    for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' 'SEE ALSO'; do
        grep -q "^.SH $section" "$page" || echo "$page has no $section"
    done
    if command -v groff >/dev/null; then groff -man -Tutf8 -ww -z "$page"; fi
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
