import type { Catalogue } from '../catalogue'

export const templates: Catalogue['workshop']['templates'] = {
  change: (game, title) => `# Hier steht nur, was anders ist als in ${game}.
extends = "${game}"
title = "Mein ${title}"
about = "${title}, nur anders."

# Zum Beispiel Springer, die in einer Richtung weiterreiten:
# pieces.knight.moves = "NN"
`,
  small: `# Ein vollständiges Spiel. Jede Zeile darf geändert werden: Das Brett daneben zeigt, was sie bewirkt.
title = "Kleines Beispiel"
inventor = ""
about = "Könige, Wachen und Läufer auf einem kleinen Brett. Schlag den König, oder bring deinen ans andere Ende."

# Die Reihen jedes Spielers von der nächsten an; Großbuchstaben sind Figuren, Zahlen leere Felder.
array = ["RGKGR", "PPPPP"]

# Ein König geht durch Schlagen verloren: Vor einem Angriff warnt niemand.
king-lost-by = "capture"
# Wer keinen Zug hat, verliert.
stalemate = "loss"
# Ein König auf der letzten Reihe gewinnt.
goal = { pieces = "K", on = "last rank" }

[board]
files = 5
ranks = 6

# Züge stehen in Betza-Notation: W ist ein gerader Schritt, F ein diagonaler.
[pieces.king]
letter = "K"
moves = "WF"
royal = true

# Ein gerader Schritt in jede Richtung oder ein diagonaler nach vorn.
[pieces.guard]
letter = "G"
moves = "WfF"

# Gleitet gerade, höchstens zwei Felder.
[pieces.runner]
letter = "R"
moves = "W2"

# fmW: zieht nur vorwärts, gerade. fcF: schlägt nur vorwärts, diagonal.
[pieces.pawn]
letter = "P"
moves = "fmWfcF"
silent = true
promotes = "R"

[promotion]
on = "last rank"
`,
}
