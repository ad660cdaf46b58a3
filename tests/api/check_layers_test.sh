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
    plant src/base/dense.c '<lapacke.h>' '"base/rng.h"'
    plant src/base/par.c '<pthread.h>'
    plant src/model/kernel.h '"base/rng.h"'
    plant src/model/kernel_avx2.c '<immintrin.h>' '"kernel.h"'
    plant src/learn/train.h '"model/kernel.h"' '"labrbf/labrbf.h"'
    plant src/api/api.c '"learn/train.h"' '<labrbf/labrbf.h>'
    plant app/io/source.h '"base/rng.h"'
    plant app/io/stream.c '"source.h"' '<zlib.h>'
    plant app/io/names.h '"source.h"'
    plant app/io/output.h '"source.h"' '"names.h"'
    plant app/term/args.h '"io/source.h"' '<labrbf/labrbf.h>'
    plant app/labrbf/main.c '"io/source.h"' '"term/args.h"' '<labrbf/labrbf.h>' '<stdio.h>'
    plant compare/baselines/method.h '<stddef.h>'
    plant compare/baselines/blas.c '<cblas.h>' '<lapacke.h>'
    plant compare/baselines/mkl/svr.c '"baselines/method.h"' '<libsvm/svm.h>'
    plant compare/protocol/trial.h '"baselines/method.h"' '"term/args.h"'
    plant compare/paper/sheet.h '"protocol/trial.h"'
    plant compare/report/page.h '"paper/sheet.h"' '"io/output.h"'
    plant compare/commands.h '"term/args.h"'
    plant compare/main.c '"commands.h"' '"report/page.h"' '"baselines/method.h"'
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
src/base/dense.c <cblas.h>
src/model/kernel_profile.c <immintrin.h>
src/learn/bad.c "../../app/io/source.h"
src/learn/bad.c <zlib.h>
src/learn/bad.c <omp.h>
src/other/bad.c "base/rng.h"
app/bad.c "io/source.h"
app/io/bad.c "../../src/model/kernel.h"
app/io/bad.c "term/args.h"
app/term/bad.c "../labrbf/main.c"
app/term/bad.c "base/rng.h"
app/labrbf/bad.c "base/rng.h"
app/labrbf/bad.c "../../src/model/kernel.h"
app/labrbf/bad.c <lapacke.h>
compare/bad.c "learn/train.h"
compare/bad.c "../app/labrbf/main.c"
compare/baselines/bad.c "protocol/trial.h"
compare/baselines/mkl/bad.c "term/args.h"
compare/protocol/bad.c "paper/sheet.h"
compare/protocol/bad.c <libsvm/svm.h>
compare/paper/bad.c "report/page.h"
compare/report/bad.c "commands.h"
END

# Circles: of a header with itself, of two in one folder, of three in two folders.
circle() { # FILE INCLUDE: planted instead of what lay_out put there
    lay_out
    plant app/term/help.h '"io/output.h"'
    plant "$1" "$2"
    if "$check" "$tree" >"$tree/out"; then
        echo "FAILED: a circle through $1 was let pass"
        failures=$((failures + 1))
    elif ! grep -q "a circle of includes: .*$1" "$tree/out"; then
        echo "FAILED: the message does not show the circle through $1"
        failures=$((failures + 1))
    fi
}
circle app/io/source.h '"source.h"'
circle app/io/source.h '"names.h"'
circle app/io/source.h '"term/help.h"'
exit $((failures > 0))
