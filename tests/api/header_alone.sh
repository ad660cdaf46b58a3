#!/bin/sh
# The public header compiles alone, without a warning.
# usage: header_alone.sh INCLUDE_DIR COMPILER STANDARD     e.g. header_alone.sh include cc c99
# Exit code 77 (skipped) if there is no such compiler.
set -eu
include=$1 compiler=$2 standard=$3
if ! command -v "$compiler" >/dev/null 2>&1; then
    echo "no compiler $compiler: skipped"
    exit 77
fi
case $standard in
c++*) language=c++ ;;
*) language=c ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Twice, so that the include guard is tried too; and something of it used.
cat >"$work/alone.c" <<'END'
#include <labrbf/labrbf.h>
#include <labrbf/labrbf.h>
const char *alone(void);
const char *alone(void) { return labrbf_status_text(LABRBF_OK); }
END
"$compiler" -x "$language" -std="$standard" -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$include" \
    -c "$work/alone.c" -o "$work/alone.o"
