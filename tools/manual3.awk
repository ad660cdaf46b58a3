# Writes the manual page labrbf(3) from the public header, in its order: comments as text, code as it stands.
#
#   awk -v version=0.1.0 -v output=labrbf.3 -f manual3.awk labrbf.h [EXAMPLE.c]
#
# The header is a series of entries with blank lines between them: a comment that begins a line, and the code below it.
# The first comment is the introduction; a comment between lines of dashes begins a section ("Title: sentence"). In a
# comment, "- " begins a list item, and lines that are indented further than the text are formulas. What stands before
# the first section and after the last #ifdef is for the compiler only.

BEGIN {
    if (output == "") output = "/dev/stdout"
    emit(".\\\" Made from the public header by tools/manual3.awk: edit the header, not this page.")
    emit(".TH LABRBF 3 \"\" \"labrbf " version "\" \"Library Functions Manual\"")
    emit(".nr HY 0")
    emit(".ad l")
    emit(".SH NAME")
    emit("labrbf \\- kernel regression with locally adaptive bandwidths")
    emit(".SH SYNOPSIS")
    emit(".nf")
    emit(".B #include <labrbf/labrbf.h>")
    emit("")
    emit(".B cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs labrbf)")
    emit(".fi")
    emit(".SH DESCRIPTION")
}

FNR == 1 { file_number++ }
file_number == 2 { example[++n_example] = $0; next }

/^\/\*/ && !in_code { in_comment = 1; n_comment = 0 }
in_comment {
    line = $0
    finished = sub(/[ ]*\*\/[ ]*$/, "", line)
    sub(/^(\/| )\*[ ]?/, "", line)
    comment[++n_comment] = line
    if (finished) {
        in_comment = 0
        end_comment()
    }
    next
}
/^#ifdef __cplusplus/ { in_section = 0 }
!in_section { next }
/^$/ && !in_code { end_entry(); next }
{
    if (/\{$/) in_code = 1 # until the brace that begins a line: blank lines and comments in there are code
    if (/^\}/) in_code = 0
    sub(/ *\\$/, " \\") # of a macro
    if (sub(/^LABRBF_API /, "")) shifted = 1
    else if (shifted) sub(/^           /, "") # the lines that go on with it
    if (/;$/) shifted = 0
    code[++n_code] = $0
}

END {
    end_entry()
    if (n_example) {
        emit(".SH EXAMPLES")
        verbatim(example, n_example)
    }
    emit(".SH SEE ALSO")
    emit(".BR labrbf (1),")
    emit(".BR labrbf\\-fit (1),")
    emit(".BR labrbf\\-predict (1)")
    close(output)
}

# The introduction, or the head of a section; every other comment waits for the code below it.
function end_comment(    text, i) {
    if (!introduced) {
        introduced = 1
        sub(/^labrbf: [^\n]*/, "", comment[2])
        paragraphs(comment, n_comment)
        n_comment = 0
    } else if (comment[1] ~ /^--------/) {
        in_section = 1
        for (i = 2; i < n_comment; i++) text = text (i > 2 ? " " : "") comment[i]
        i = index(text, ": ")
        emit(".SH " toupper(i ? substr(text, 1, i - 1) : text))
        if (i) emit(prose(sentence(substr(text, i + 2))))
        n_comment = 0
    }
}

# What is declared, then what was said about it.
function end_entry() {
    if (n_code) {
        emit(".PP")
        verbatim(code, n_code)
    }
    if (n_comment) {
        emit(".RS 4")
        paragraphs(comment, n_comment)
        emit(".RE")
    }
    n_code = n_comment = 0
}

function verbatim(lines, n,    i) {
    emit(".EX")
    for (i = 1; i <= n; i++) emit(literal(lines[i]))
    emit(".EE")
}

# --- text ------------------------------------------------------------------------------------------------------------

# Lines of a comment as roff: paragraphs, lists, formulas.
function paragraphs(lines, n,    i, line, state, first, indent) {
    state = "text"
    first = 1
    for (i = 1; i <= n; i++) {
        line = lines[i]
        if (line ~ /^ *$/) {
            if (state == "formula") emit(".EE")
            if (!first && state != "break") state = "break"
            continue
        }
        if (line ~ /^ *- /) {
            if (state == "formula") emit(".EE")
            emit(".IP \\(bu 2")
            sub(/^ *- /, "", line)
            state = "item"
        } else if (state == "break") {
            emit(".PP")
            state = "text"
        }
        if (line ~ /^  +/ && state != "item") {
            if (state != "formula") {
                if (!first && state == "text") emit(".sp")
                emit(".EX")
                match(line, /^ +/)
                indent = RLENGTH
            }
            state = "formula"
            emit(literal(substr(line, indent + 1)))
        } else {
            if (state == "formula") {
                emit(".EE")
                emit(".PP")
                state = "text"
            }
            sub(/^ +/, "", line)
            emit(prose(line))
        }
        first = 0
    }
    if (state == "formula") emit(".EE")
}

# A line of running text: names of the library and `quoted` words in bold, status codes by their full names.
function prose(text,    out) {
    text = escape(text)
    sub(/^E_/, "LABRBF_E_", text)
    gsub(/ E_/, " LABRBF_E_", text)
    while (match(text, /`[^`]*`/)) {
        out = out names(substr(text, 1, RSTART - 1)) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fP"
        text = substr(text, RSTART + RLENGTH)
    }
    return out names(text)
}

# Bold does not nest: after \fB…\fB the first \fP would go back to bold. So names are marked outside quotes only.
function names(text) {
    gsub(/(labrbf_[a-z0-9_]+|LABRBF_[A-Z0-9_]+)/, "\\fB&\\fP", text)
    return text
}

# "one table" -> "One table."
function sentence(text) {
    if (text ~ /^[a-z]+([ ,;:]|$)/) text = toupper(substr(text, 1, 1)) substr(text, 2)
    return text (text ~ /\.$/ ? "" : ".")
}

function literal(text) {
    text = escape(text)
    gsub(/'/, "\\(aq", text)
    return text
}

# Characters that mean something to roff. A hyphen between letters stays one; every other is a minus.
function escape(text,    before, after, i, out) {
    gsub(/\\/, "\\e", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    out = ""
    while (i = index(text, "-")) {
        before = substr(text, i - 1, 1)
        after = substr(text, i + 1, 1)
        out = out substr(text, 1, i - 1) (before ~ /[A-Za-z]/ && after ~ /[A-Za-z]/ ? "-" : "\\-")
        text = substr(text, i + 1)
    }
    out = out text
    if (out ~ /^[.']/) out = "\\&" out
    return out
}

# A paragraph break is held back: it is left out after a heading, and is only a blank line before a formula.
function emit(text) {
    if (text == ".PP") {
        paragraph = last !~ /^\.SH/
        return
    }
    if (paragraph && text != ".sp") print (text == ".EX" ? ".sp" : ".PP") > output
    paragraph = 0
    last = text
    print text > output
}
