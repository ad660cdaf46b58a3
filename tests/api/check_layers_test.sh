#!/bin/sh
# Does tools/check-layers fail when it should? A small tree that is in order must pass; each planted include must not.
# usage: check_layers_test.sh CHECK_LAYERS
set -eu
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

plant() { # FILE INCLUDE...: a file with these includes
    path=$tree/$1
    shift
    mkdir -p "$(dirname "$path")"
    printf '#include %s\n' "$@" >"$path"
}

lay_out() {
    rm -rf "${tree:?}"/*
    plant include/labrbf/labrbf.h '<stddef.h>'
    plant src/base/rng.h '<stdint.h>'
    plant src/base/dense.c '<cblas.h>' '<lapacke.h>' '"base/rng.h"'
    plant src/base/par.c '<pthread.h>'
    plant src/model/kernel.h '"base/rng.h"'
    plant src/model/kernel_avx2.c '<immintrin.h>' '"kernel.h"'
    plant src/learn/train.h '"model/kernel.h"' '"labrbf/labrbf.h"'
    plant src/api/api.c '"learn/train.h"' '<labrbf/labrbf.h>'
    plant io/table.h '"base/rng.h"' '<zlib.h>'
    plant term/args.h '"table.h"' '<labrbf/labrbf.h>'
    plant cli/main.c '"table.h"' '"args.h"' '<labrbf/labrbf.h>' '<stdio.h>'
}

lay_out
if ! "$check" "$tree"; then
    echo "FAILED: a tree in order was refused"
    exit 1
fi

failures=0
while read -r file include; do
    lay_out
    plant "$file" "$include"
    if "$check" "$tree" >"$tree/out"; then
        echo "FAILED: $file may include $include"
        failures=$((failures + 1))
    elif ! grep -q "^$file:1: " "$tree/out"; then
        echo "FAILED: the message does not name $file:1"
        failures=$((failures + 1))
    fi
done <<'END'
src/base/bad.c "model/kernel.h"
src/base/bad.c "../model/kernel.h"
src/base/bad.h "learn/train.h"
src/model/bad.c "learn/train.h"
src/model/bad.c <cblas.h>
src/model/bad.c <pthread.h>
src/model/kernel_ref.c <immintrin.h>
src/learn/bad.c "table.h"
src/learn/bad.c <mpi.h>
src/learn/bad.c <zlib.h>
src/other/bad.c "base/rng.h"
io/bad.c "../src/model/kernel.h"
io/bad.c "../term/args.h"
term/bad.c "../cli/main.c"
term/bad.c "base/rng.h"
cli/bad.c "base/rng.h"
cli/bad.c "../src/model/kernel.h"
cli/bad.c <lapacke.h>
compare/bad.c "learn/train.h"
compare/bad.c "../cli/main.c"
END
exit $((failures > 0))
