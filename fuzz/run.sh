#!/bin/sh
# Runs one fuzz target for some seconds, within limits on memory and on the time of each input:
#   fuzz/run.sh fen 900
# The first run of a target makes its seeds. What is found is left in fuzz/artifacts/TARGET.
set -eu
cd "$(dirname "$0")"
target=$1
seconds=${2:-900}
[ -d "corpus/$target" ] || cargo run --quiet --release --example seeds
mkdir -p "corpus/$target"
exec nice -n 19 cargo +nightly fuzz run -O --debug-assertions "$target" -- \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
    -dict="dictionaries/$target.dict" -print_final_stats=1
