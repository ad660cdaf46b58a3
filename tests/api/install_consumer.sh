#!/bin/sh
# Installs the build into a temporary folder, moves it elsewhere, and uses it there as a stranger would: a CMake project
# with the shared and with the static library, and a compiler call with pkg-config's flags, likewise. Then looks at the
# rest of what was installed: the program, manual pages, completions.
# usage: install_consumer.sh CMAKE CC BUILD_DIR CONSUMER_DIR
set -eu
cmake=$1 cc=$2 build=$3 consumer=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH DESTDIR || true

fail() {
    echo "FAILED: $*"
    exit 1
}
quietly() { # runs a command, shows its output only if it fails
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        fail "$*"
    }
}
needs() { # PROGRAM LIBRARY YES|NO: does it load the library at run time?
    if readelf -d "$1" | grep -q "NEEDED.*$2"; then found=yes; else found=no; fi
    [ "$found" = "$3" ] || fail "$1: loads $2 at run time: $found, expected: $3"
}

quietly "$cmake" --install "$build" --prefix "$work/first"
mv "$work/first" "$work/prefix"
prefix=$work/prefix

echo "== the installed program"
"$prefix/bin/labrbf" --version

for kind in labrbf static; do
    echo "== CMake package, labrbf::$kind"
    quietly "$cmake" -G Ninja -S "$consumer" -B "$work/cmake-$kind" -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_PREFIX_PATH="$prefix" -DLABRBF_TARGET="labrbf::$kind"
    quietly "$cmake" --build "$work/cmake-$kind"
    "$work/cmake-$kind/consumer"
done
needs "$work/cmake-labrbf/consumer" liblabrbf yes
needs "$work/cmake-static/consumer" liblabrbf no

if command -v pkg-config >/dev/null 2>&1; then
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name labrbf.pc)")
    export PKG_CONFIG_PATH
    libdir=$(pkg-config --variable=libdir labrbf)

    # shellcheck disable=SC2046 # lists of flags
    {
        echo "== pkg-config, shared"
        quietly "$cc" -std=c99 "$consumer/main.c" -o "$work/pc-shared" $(pkg-config --cflags --libs labrbf) \
            -Wl,-rpath,"$libdir" -lm
        "$work/pc-shared"
        needs "$work/pc-shared" liblabrbf yes

        echo "== pkg-config, static"
        quietly "$cc" -std=c99 "$consumer/main.c" -o "$work/pc-static" $(pkg-config --cflags labrbf) \
            $(pkg-config --static --libs labrbf | sed 's/-llabrbf/-l:liblabrbf.a/')
        "$work/pc-static"
        needs "$work/pc-static" liblabrbf no
    }
else
    echo "== no pkg-config here: not tried"
fi

echo "== which OpenBLAS"
for program in "$prefix/bin/labrbf" "$work/cmake-static/consumer" "$work/cmake-labrbf/consumer"; do
    loaded=$(ldd "$program" | awk '$1 ~ /^libopenblas/ { print $3 }')
    case $loaded in
    */openblas-serial/*) ;;
    *) fail "$program loads $loaded, not the serial OpenBLAS" ;;
    esac
done
echo "$loaded"

echo "== manual pages and completions"
for page in man1/labrbf.1 man1/labrbf-fit.1 man1/labrbf-predict.1 man1/labrbf-eval.1 man1/labrbf-cv.1 man1/labrbf-info.1 man3/labrbf.3; do
    file=$prefix/share/man/$page
    [ -s "$file" ] || fail "$page is not installed"
    if command -v mandoc >/dev/null 2>&1; then
        quietly mandoc -T lint -W error "$file"
    elif command -v groff >/dev/null 2>&1; then
        groff -man -Tutf8 -ww -z "$file" 2>"$work/log"
        if [ -s "$work/log" ]; then
            cat "$work/log"
            fail "$page"
        fi
    fi
done
for file in share/bash-completion/completions/labrbf share/zsh/site-functions/_labrbf \
    share/fish/vendor_completions.d/labrbf.fish; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
! command -v bash >/dev/null 2>&1 || quietly bash -n "$prefix/share/bash-completion/completions/labrbf"
! command -v fish >/dev/null 2>&1 || quietly fish -n "$prefix/share/fish/vendor_completions.d/labrbf.fish"

# Nothing of the build or of the machine it was made on may stick to the installed text files.
if grep -rlI -e "$build" -e "$consumer" "$prefix" --include='*.cmake' --include='*.pc' --include='*.[13]'; then
    fail "these files name the build folder"
fi
echo "all well"
