#!/bin/sh
# Installs the build beside files of others, with labrbf-compare and without, uses it, and removes it: what was there
# before is there after, and nothing else. Also: `make build` and `make demo` ask for no package of labrbf-compare.
# usage: uninstall.sh TOOLS_FOLDER BUILD_FOLDER
set -eu
tools=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "FAILED: $*"
    exit 1
}
all() { (cd "$work/dest" && find . | LC_ALL=C sort); }

mkdir -p dest/opt/share/man/man1 dest/opt/include
echo other >dest/opt/share/man/man1/other.1
all >before

for prefix in /opt /new/place; do
    DESTDIR=$work/dest "$tools/install" "$build" $prefix
    [ -x dest$prefix/bin/labrbf ] || fail "labrbf is not installed"
    [ ! -e dest$prefix/bin/labrbf-compare ] || fail "labrbf-compare was not asked for"
    DESTDIR=$work/dest "$tools/install" "$build" $prefix compare
    dest$prefix/bin/labrbf-compare list >methods 2>/dev/null
    grep -q '^ *lab-paper ' methods || fail "the installed labrbf-compare has no method lab-paper"
    if command -v gnuplot >/dev/null 2>&1; then
        dest$prefix/bin/labrbf-compare fig-toy -o figure -q >/dev/null
        grep -q '^</svg>$' figure/fig-toy.svg || fail "the installed labrbf-compare draws nothing"
        rm -r figure
    fi
    DESTDIR=$work/dest "$tools/install" "$build" $prefix
    echo mine >dest$prefix/share/doc/labrbf/notes
    DESTDIR=$work/dest "$tools/uninstall" $prefix
    [ "$(cat dest$prefix/share/doc/labrbf/notes)" = mine ] || fail "a file of another was removed"
    rm -r dest$prefix/share/doc
    ! find dest$prefix -name '*labrbf*' | grep . || fail "these are left"
    if DESTDIR=$work/dest "$tools/uninstall" $prefix 2>said; then fail "there was nothing to remove"; fi
    cat said
done

rm -r dest/new
"$tools/install" "$build" "$work/dest/opt" compare
"$tools/uninstall" "$work/dest/opt"
all | diff before - || fail "not as before"

! "$tools/setup" --list build demo | grep svm || fail "make build and make demo ask for packages of labrbf-compare"
"$tools/setup" --list compare | grep -q svm || fail "labrbf-compare needs LIBSVM"
echo "all well"
