#!/bin/sh
# Lets two instances of the program play games of one game in XBoard, with its legality testing on, and fails if
# XBoard forfeits one for an illegal move:
#   crates/cli/tests/clients/xboard_match.sh target/release/berolina nightnear 20 /tmp/out [FOLDER OF VARIANT FILES]
# Needs XBoard 4.9 and Xvfb (Debian: apt-get install xboard xvfb).
# The folder then holds the games (games.pgn) and what was said (debug.txt).
set -eu
program=$(realpath "$1")
game=$2
games=$3
mkdir -p "$4"
out=$(realpath "$4")
command="$program xboard"
[ $# -lt 5 ] || command="$command --variants $(realpath "$5")"
rm -f "$out/games.pgn" "$out/debug.txt"
display=:$((100 + $$ % 800))
Xvfb "$display" -screen 0 1100x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
PATH=$PATH:/usr/games
export PATH DISPLAY=$display HOME="$out"
sleep 1
timeout $((games * 60)) xboard -fcp "$command" -scp "$command" -variant "$game" -mg "$games" \
    -timeControl 0:02 -timeIncrement 0.02 -movesPerSession 0 -matchPause 200 \
    -saveGameFile "$out/games.pgn" -debug -nameOfDebugFile "$out/debug.txt" \
    -popupExitMessage false -popupMoveErrors false -ringBellAfterMoves false -size small -xponder 2>"$out/errors.txt" || true
echo "$game: $(grep -c '^\[Result ' "$out/games.pgn") of $games games"
grep '^{.*} \(1-0\|0-1\|1/2-1/2\)$' "$out/games.pgn" | sort | uniq -c || true
if grep -i '^{.*\(illegal.move\|invalid move\|false.*claim\)' "$out/games.pgn"; then exit 1; fi
[ "$(grep -c '^\[Result ' "$out/games.pgn")" -ge "$games" ]
