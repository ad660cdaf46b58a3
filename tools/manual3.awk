# Writes the manual page labrbf(3) from the public header: its comments and declarations, in its order.
#
#   awk -v version=0.1.0 -v output=labrbf.3 -f manual3.awk labrbf.h [EXAMPLE.c]
#
# What it understands is how the header is written:
#   - the first comment is the introduction; a comment between lines of dashes begins a section ("Title: sentence");
#   - a comment and the declarations that follow it without a blank line are one entry;
#   - in a comment, "- " begins a list item, and lines that are indented further than the text are formulas;
#   - in a struct or enum, the comment beside a member belongs to it, a comment above members to all of them;
#   - the X(name, value, text) rows of LABRBF_STATUS_LIST are a list of status codes.

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

# --- the header, one logical part at a time --------------------------------------------------------------------------

# Comments that stand alone: gathered, then held for the declarations that follow.
!in_comment && !in_body && /^\/\*/ {
    flush_entry()
    n_held = 0
    in_comment = 1
    sub(/^\/\*/, " *")
}
in_comment {
    line = $0
    finished = sub(/[ ]*\*\/[ ]*$/, "", line)
    sub(/^ \*/, "", line)
    sub(/^ /, "", line)
    held[++n_held] = line
    if (finished) {
        in_comment = 0
        end_comment()
    }
    next
}

# The list of status codes.
/^#define LABRBF_STATUS_LIST/ { in_list = 1; next }
in_list {
    if (match($0, /X\([A-Z_]+, -?[0-9]+, ".*"\)/)) add_status(substr($0, RSTART + 2, RLENGTH - 3))
    if ($0 !~ /\\$/) in_list = 0
    next
}

# Other preprocessor lines, and the braces for C++. Those inside a body (an enum made of the list) empty it.
/^#/ { if (in_body) body_is_macro = 1; next }
/^extern "C"/ || (/^}/ && !in_body) { next }

# Structs and enums.
!in_body && /^typedef (struct|enum) .*\{/ {
    kind = $2
    name = $3
    n_body = 0
    body_is_macro = 0
    in_body = 1
    if ($0 ~ /\}/) { # on one line
        line = $0
        sub(/^[^{]*\{[ ]*/, "", line)
        sub(/[ ]*\}.*/, "", line)
        count = split(line, words, /,[ ]*/)
        for (i = 1; i <= count; i++) body[++n_body] = words[i]
        end_body()
    }
    next
}
in_body && /^\}/ { end_body(); next }
in_body { body[++n_body] = $0; next }

# Prototypes and opaque types, which may go on over several lines.
/^LABRBF_API/ || /^typedef/ { declaration = "" }
/^LABRBF_API/ || /^typedef/ || declaration != "" {
    line = $0
    sub(/^LABRBF_API /, "", line)
    sub(/^ +/, "", line)
    declaration = declaration (declaration == "" ? "" : " ") line
    if (line ~ /;$/) {
        if (declaration ~ /\(/) prototypes[++n_prototypes] = declaration
        else opaque[++n_opaque] = declaration
        declaration = ""
    }
    next
}

/^[ ]*$/ { flush_entry() }

END {
    flush_entry()
    if (n_example) {
        emit(".SH EXAMPLES")
        emit(".EX")
        for (i = 1; i <= n_example; i++) emit(literal(example[i]))
        emit(".EE")
    }
    emit(".SH SEE ALSO")
    emit(".BR labrbf (1),")
    emit(".BR labrbf\\-fit (1),")
    emit(".BR labrbf\\-predict (1)")
    close(output)
}

# --- entries ---------------------------------------------------------------------------------------------------------

# A comment is complete: the introduction, a section's banner, or the text of the entry that follows.
function end_comment(    text, i, title, rest) {
    if (!introduced) {
        introduced = 1
        sub(/^labrbf: [^\n]*/, "", held[2])
        paragraphs(held, n_held)
        n_held = 0
        return
    }
    if (held[1] !~ /^--------/) return
    for (i = 2; i < n_held; i++) text = text (i > 2 ? " " : "") held[i]
    title = text
    rest = ""
    if (i = index(text, ": ")) {
        title = substr(text, 1, i - 1)
        rest = substr(text, i + 2)
    }
    emit(".SH " toupper(title))
    if (rest != "") emit(prose(sentence(rest)))
    n_held = 0
}

# An entry is complete: what is declared, in bold, then what was said about it.
function flush_entry(    i) {
    if (n_prototypes + n_opaque + n_parts == 0) return
    if (n_prototypes + n_opaque > 0) {
        emit(".PP")
        emit(".nf")
        for (i = 1; i <= n_opaque; i++) emit("\\fB" escape(opaque[i]) "\\fP")
        for (i = 1; i <= n_prototypes; i++) emit_prototype(prototypes[i])
        emit(".fi")
    }
    if (part_title != "") {
        if (n_prototypes == 0) emit(".PP")
        else emit(".br")
        emit("\\fB" part_title "\\fP")
    }
    if (n_held + n_parts > 0) {
        emit(".RS 4")
        if (n_held) paragraphs(held, n_held)
        for (i = 1; i <= n_parts; i++) emit(parts[i])
        emit(".RE")
    }
    n_prototypes = n_opaque = n_parts = n_held = 0
    part_title = ""
}

function add_part(text) { parts[++n_parts] = text }

function add_status(row,    name, value, i) {
    i = index(row, ", ")
    name = substr(row, 1, i - 1)
    row = substr(row, i + 2)
    i = index(row, ", ")
    value = substr(row, 1, i - 1)
    row = substr(row, i + 3)
    sub(/"$/, "", row)
    add_part(".TP")
    add_part("\\fB" name "\\fP = " escape(value))
    add_part(prose(sentence(row)))
}

# The members of a struct or enum become a list.
function end_body(    i, line, note, gathering, text, bare) {
    in_body = 0
    if (body_is_macro) return # the status codes, which are listed already
    part_title = kind " " name
    text = ""
    gathering = 0
    bare = 0 # within a run of members that have no comment beside them
    for (i = 1; i <= n_body; i++) {
        line = body[i]
        sub(/^ +/, "", line)
        sub(/ +$/, "", line)
        if (line == "") continue
        if (gathering || line ~ /^\/\*/) { # a comment above members
            if (bare) add_part(".fi")
            bare = 0
            gathering = line !~ /\*\/$/
            gsub(/^\/?\*+ ?| ?\*\/$/, "", line)
            text = text (text == "" ? "" : " ") line
            if (!gathering) {
                add_part(".PP")
                add_part(prose(text))
                text = ""
            }
            continue
        }
        note = ""
        if (match(line, /\/\*.*\*\//)) {
            note = substr(line, RSTART + 3, RLENGTH - 6)
            line = substr(line, 1, RSTART - 1)
        }
        sub(/[;,]? *$/, "", line)
        if (note != "") {
            if (bare) add_part(".fi")
            bare = 0
            add_part(".TP")
        } else if (!bare) {
            add_part(".PP")
            add_part(".nf")
            bare = 1
        }
        add_part("\\fB" escape(line) "\\fP")
        if (note != "") add_part(prose(sentence(note)))
    }
    if (bare) add_part(".fi")
}

# A prototype: bold, the names of its parameters in italics, broken where it gets too wide for a terminal.
function emit_prototype(text,    head, list, n, i, name, type, line, width, indent, piece, plain) {
    sub(/;$/, "", text)
    i = index(text, "(")
    head = substr(text, 1, i)
    list = substr(text, i + 1)
    sub(/\)$/, "", list)
    n = split(list, arguments, /, */)
    line = "\\fB" escape(head) "\\fP"
    width = length(head)
    indent = 8
    for (i = 1; i <= n; i++) {
        plain = arguments[i] (i < n ? "," : ");")
        if (match(arguments[i], /[A-Za-z_0-9]+$/) && RSTART > 1) {
            type = substr(arguments[i], 1, RSTART - 1)
            name = substr(arguments[i], RSTART)
            piece = "\\fB" escape(type) "\\fP\\fI" escape(name) "\\fP"
        } else piece = "\\fB" escape(arguments[i]) "\\fP"
        piece = piece "\\fB" (i < n ? "," : ");") "\\fP"
        if (i > 1 && width + 1 + length(plain) > 72) {
            emit(line)
            line = sprintf("%" indent "s", "") piece
            width = indent + length(plain)
        } else {
            line = line (i > 1 ? " " : "") piece
            width += (i > 1) + length(plain)
        }
    }
    emit(line)
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
function prose(text) {
    text = escape(text)
    sub(/^E_/, "LABRBF_E_", text)
    gsub(/ E_/, " LABRBF_E_", text)
    while (match(text, /`[^`]*`/))
        text = substr(text, 1, RSTART - 1) "\\fB" substr(text, RSTART + 1, RLENGTH - 2) "\\fP" \
               substr(text, RSTART + RLENGTH)
    gsub(/(labrbf_[a-z0-9_]+|LABRBF_[A-Z0-9_]+)/, "\\fB&\\fP", text)
    return text
}

# A note beside a member as a sentence: "supports now" -> "Supports now."
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
