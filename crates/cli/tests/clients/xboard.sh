#!/bin/sh
# Lets XBoard play a whole game, the program against itself, on a screen that nobody sees, and keeps what it
# showed:
#   crates/cli/tests/clients/xboard.sh target/release/berolina npnc /tmp/out [XBoard's options]
# Needs XBoard 4.9, Xvfb and ImageMagick (Debian: apt-get install xboard xvfb imagemagick).
# The folder then holds the game (game.pgn), what was said (debug.txt) and pictures (start, middle, end .png).
# Fails if the game did not end by its rules.
set -eu
program=$(realpath "$1")
game=$2
mkdir -p "$3"
out=$(realpath "$3")
shift 3
rm -f "$out"/*.png "$out/game.pgn" "$out/debug.txt"
display=:$((100 + $$ % 800))
Xvfb "$display" -screen 0 1100x800x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
PATH=$PATH:/usr/games
export PATH DISPLAY=$display HOME="$out"
sleep 1
timeout 300 xboard -fcp "$program xboard" -scp "$program xboard" -variant "$game" \
    -timeControl 0:08 -timeIncrement 0.1 -movesPerSession 0 -matchGames 1 -matchPause 3000 \
    -saveGameFile "$out/game.pgn" -debug -nameOfDebugFile "$out/debug.txt" \
    -showThinking true -popupExitMessage false -popupMoveErrors false -size medium -xponder "$@" &
xboard=$!
sleep 4
import -window root "$out/start.png"
sleep 8
import -window root "$out/middle.png"
while kill -0 $xboard 2>/dev/null && [ ! -s "$out/game.pgn" ]; do
    import -window root "$out/end.png"
    sleep 1
done
kill $xboard 2>/dev/null || true
cat "$out/game.pgn"
# Neither an illegal move nor a false claim, as XBoard sees it, and an end by the rules.
! grep -qi 'illegal\|false.*claim\|forfeit\|exited unexpectedly' "$out/game.pgn"
grep -q '{.*: .*} \(1-0\|0-1\|1/2-1/2\)' "$out/game.pgn"
