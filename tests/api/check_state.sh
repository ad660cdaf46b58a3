#!/bin/sh
# The library keeps nothing outside its handles but what labrbf.h says: the last error of each thread, and the lock
# around LAPACK with what goes with it, the CPU quota. Looks for variables that can be written to.
# usage: check_state.sh LIBLABRBF.a
set -eu
expected='cpu_quota fork_once last_error one_at_a_time ready'
found=$(nm --format=sysv "$1" | awk -F'|' '
    { gsub(/ /, "") }
    $7 ~ /^\.t?(data|bss)(\.|$)/ && $7 !~ /^\.data\.rel\.ro/ && $4 != "SECTION" { sub(/\.[0-9]+$/, "", $1); print $1 }
    ' | LC_ALL=C sort -u | tr '\n' ' ')
if [ "$found" != "$expected " ]; then
    echo "FAILED: variables that can be written to: $found"
    echo "labrbf.h says, by its words: $expected"
    exit 1
fi
