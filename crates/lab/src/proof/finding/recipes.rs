//! What rows each family of games gets.

/// Rows to be made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The family, as the command line names it.
    pub family: &'static str,
    /// The game with its options.
    pub variant: &'static str,
    /// Where positions come from.
    pub source: Source,
    /// Tags that a row must have, divided by spaces.
    pub tag: &'static str,
    /// The fewest and the most plies to the win.
    pub plies: (u32, u32),
    /// How many rows are wanted.
    pub rows: usize,
    /// How many candidates are tried.
    pub tries: u32,
}

/// Where positions come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The ends of quick games.
    Play,
    /// A position with pieces added anywhere, kings first where they are missing.
    Place {
        /// What stands in any case, who is to move, hands and rights.
        base: &'static str,
        /// White's pieces to choose from, the fewest and the most.
        white: Pool,
        /// Black's.
        black: Pool,
    },
}

/// Symbols divided by spaces, the fewest and the most pieces.
pub type Pool = (&'static str, usize, usize);

const EMPTY: &str = "8/8/8/8/8/8/8/8 w - - 0 1";
const BLACK: &str = "8/8/8/8/8/8/8/8 b - - 0 1";
const FORWARD: &str = "8/8/8/8/8/8/8/8 w - - 0 1 -";
const NINE: &str = "9/9/9/9/9/9/9/9[] w - - 0 1";
/// A Jester in hand, pawns that it may come in for, and Black's king where that can be felt.
const JESTER: &str = "9/9/9/9/4k4/9/1P1P1P1P1/9[J] w - - 0 1";
const JESTER_FAR: &str = "9/9/9/4k4/9/9/1P1P1P1P1/9[J] w - - 0 1";
const MEN: &str = "Q R R B N P P";
const MEN_FEW: Pool = ("Q R B N P", 1, 3);
/// Pawns about to promote, and pieces that leave a choice to think about.
const ADVANCED: &str = "8/2P2P2/8/8/8/8/8/8 w - - 0 1";
const UNDER: (Pool, Pool) = (("P R N B", 1, 4), ("P R N B", 1, 5));

/// Rows of one family.
struct Family {
    name: &'static str,
    recipes: Vec<Recipe>,
}

impl Family {
    fn new(name: &'static str) -> Self {
        Self { name, recipes: Vec::new() }
    }

    /// Wins at the ends of quick games, of two moves to four.
    fn play(mut self, variant: &'static str, rows: usize) -> Self {
        let (family, source) = (self.name, Source::Play);
        let tries = rows as u32 * 12;
        self.recipes.push(Recipe { family, variant, source, tag: "", plies: (3, 7), rows, tries });
        self
    }

    /// The same with keys or ends of a kind.
    fn play_for(mut self, variant: &'static str, tag: &'static str, rows: usize) -> Self {
        let (family, source) = (self.name, Source::Play);
        let tries = rows as u32 * 50;
        self.recipes.push(Recipe { family, variant, source, tag, plies: (3, 7), rows, tries });
        self
    }

    /// Wins with pieces put anywhere.
    fn place(
        mut self,
        variant: &'static str,
        base: &'static str,
        (white, black): (Pool, Pool),
        (tag, plies, rows): (&'static str, (u32, u32), usize),
    ) -> Self {
        let (family, source) = (self.name, Source::Place { base, white, black });
        let tries = match plies.1 {
            ..=3 => 20_000,
            4 | 5 => 2_000,
            _ => 700,
        };
        let tries = rows as u32 * tries;
        self.recipes.push(Recipe { family, variant, source, tag, plies, rows, tries });
        self
    }
}

/// Every recipe, family by family.
#[must_use]
pub fn all() -> Vec<Recipe> {
    let families = [
        near(),
        skirmish(),
        near_vs_normal(),
        npnc(),
        unicorns(),
        forward(),
        chess(),
        others(),
        deep(),
        ends(),
    ];
    families.into_iter().flat_map(|family| family.recipes).collect()
}

fn near() -> Family {
    let placing = "8/4k3/8/8/8/8/4K3/8[Nn] w - - 0 1";
    // Black's king and all that surrounds it cannot move.
    let locked = "krb5/pb1p4/p1pP4/P1P5/8/8/8/8 w - - 0 1";
    let walls = "8/4k3/pppppppp/8/8/PPPPPPPP/4K3/8[Rn] w - - 0 1";
    Family::new("near")
        .play("near", 12)
        .place("near", EMPTY, ((MEN, 2, 5), (MEN, 1, 5)), ("king-captured", (3, 7), 5))
        .place("near", locked, (("Q R N B P", 1, 3), ("N P", 1, 2)), ("stalemate", (3, 5), 5))
        .place("near", EMPTY, (("P P Q R N", 3, 6), ("P R N B", 1, 4)), ("promotion limited", (3, 5), 4))
        .place("near", ADVANCED, UNDER, ("underpromotion", (3, 3), 3))
        .play_for("near", "quiet", 5)
        .play("near:win=checkmate", 7)
        .play_for("near:win=checkmate", "quiet", 3)
        .place("near:win=checkmate", BLACK, ((MEN, 1, 4), (MEN, 2, 5)), ("", (5, 7), 4))
        .place("near:win=checkmate", EMPTY, (("P P Q R", 3, 5), ("P R N B", 1, 4)), ("limited", (3, 5), 3))
        .play("near-6", 5)
        .play("near-10", 4)
        .play("near-960:position=7", 2)
        .play("near-960:position=814", 2)
        .play("near-drop", 3)
        .play("near-drop:win=checkmate", 2)
        .play("near-free", 2)
        .place("near-anywhere", placing, (("P N R B", 4, 9), ("P P N R B", 4, 9)), ("placing", (3, 5), 4))
        .place("near-drop", walls, (("Q R B N", 3, 6), ("Q R B N", 3, 6)), ("placing", (3, 5), 3))
}

fn skirmish() -> Family {
    let castling = "8/8/8/8/8/8/R3K2R/8 w KQ - 0 1";
    Family::new("skirmish")
        .play("skirmish", 15)
        .place("skirmish", EMPTY, ((MEN, 2, 5), (MEN, 1, 4)), ("", (5, 7), 6))
        .place("skirmish", castling, (("Q B N P", 1, 4), ("P P N", 1, 4)), ("castling", (3, 5), 2))
        .place("skirmish", ADVANCED, UNDER, ("underpromotion", (3, 3), 3))
        .play_for("skirmish", "quiet", 3)
        .place("skirmish", EMPTY, (("Q R B N P", 2, 4), ("P", 0, 2)), ("quiet", (5, 7), 4))
}

fn near_vs_normal() -> Family {
    const MATE_KING: &str = "near-vs-normal:near-wins-by=checkmate";
    const TAKEN_NEAR: &str = "near-vs-normal:normal-wins-by=checkmate";
    const BOTH_MATE: &str = "near-vs-normal:near=black,near-wins-by=checkmate,normal-wins-by=checkmate";
    const PASSANT: &str = "near-vs-normal:near-wins-by=checkmate,en-passant=on";
    const LIMITED: &str = "near-vs-normal:near=black,normal-promotes=captured";
    const FREE: &str = "near-vs-normal:near-promotes=any";
    const CASTLES: &str = "near-vs-normal:near=black,normal-wins-by=checkmate";
    let passant = "8/8/8/3pP3/8/8/8/8 w - d6 0 1";
    let castling = "8/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let pawns = (("P P Q R", 3, 6), ("P R N B", 1, 4));
    Family::new("near-vs-normal")
        .play("near-vs-normal", 6)
        .play(MATE_KING, 6)
        .play_for(MATE_KING, "quiet", 2)
        .play_for("near-vs-normal", "quiet", 2)
        .play(TAKEN_NEAR, 6)
        .play("near-vs-normal:near=black", 4)
        .play(BOTH_MATE, 4)
        .place(MATE_KING, EMPTY, ((MEN, 2, 5), (MEN, 1, 4)), ("attacked", (3, 5), 4))
        .place(MATE_KING, BLACK, ((MEN, 2, 5), (MEN, 2, 5)), ("attacked", (3, 5), 3))
        .place(MATE_KING, EMPTY, (("Q R B N P", 2, 4), ("P P", 0, 2)), ("stalemate", (3, 5), 3))
        .place(PASSANT, passant, ((MEN, 1, 4), (MEN, 1, 4)), ("en-passant", (3, 5), 3))
        .place(LIMITED, EMPTY, pawns, ("limited", (3, 5), 2))
        .place(FREE, EMPTY, pawns, ("promotion", (3, 5), 2))
        .place(CASTLES, castling, (("Q B N P", 1, 3), ("P P N", 1, 4)), ("castling", (3, 5), 2))
}

fn npnc() -> Family {
    let riders = ("Q C R N P +U", 1, 4);
    Family::new("npnc")
        .play("npnc", 9)
        .play_for("npnc", "quiet", 3)
        .place("npnc", JESTER, (riders, ("R B N P C", 1, 4)), ("entry", (3, 3), 4))
        .place("npnc", JESTER_FAR, (riders, ("R B N P C", 1, 4)), ("entry", (3, 3), 2))
        .place("npnc", JESTER, (("Q C R N", 2, 4), ("R B N P", 0, 3)), ("entry", (5, 5), 2))
        .place("npnc", NINE, (("U U R N C P", 2, 4), ("R B N P +U", 1, 4)), ("first-move", (3, 5), 5))
        .place("npnc", NINE, (("C C N P J", 2, 4), ("R B N P", 1, 3)), ("quiet", (5, 7), 4))
        .place("npnc", NINE, (("P J R N", 3, 6), ("R B N P", 1, 4)), ("underpromotion", (3, 3), 3))
        .play("npnc-first-move", 2)
        .play("npnc-chancellor", 2)
        .play("npnc-alternate", 2)
        .play("npnc-minimal", 2)
}

fn unicorns() -> Family {
    let berolina = "8/8/8/2pP4/8/8/8/8 w - d6c5 0 1";
    let nine = "9/9/9/2lL5/9/9/9/9[] w - d6c5 0 1";
    let guards = (("U U R N C P", 2, 5), ("R B N P +U", 2, 5));
    Family::new("npnc-others")
        .place("npnc-guarding", NINE, guards, ("leap-capture", (3, 3), 5))
        .place("npnc-guarding", NINE, guards, ("leap-capture", (5, 5), 2))
        .place("npnc-choice", NINE, guards, ("leap-capture", (3, 3), 4))
        .place("npnc-choice", JESTER, (("Q C R N", 1, 4), ("R B N P L", 1, 4)), ("entry", (3, 3), 3))
        .play("npnc-guarding", 4)
        .play("npnc-choice", 4)
        .play("npnc-2", 5)
        .play("npnc-berolina", 3)
        .place("npnc-berolina", nine, (("Q C R N", 1, 3), ("R B N P", 1, 3)), ("en-passant", (3, 3), 2))
        .play("berolina", 7)
        .place("berolina", berolina, (("Q R B N P", 1, 4), ("R B N P", 1, 4)), ("en-passant", (3, 5), 4))
        .place("berolina", ADVANCED, UNDER, ("underpromotion", (3, 3), 2))
        .play_for("berolina", "quiet", 2)
}

fn forward() -> Family {
    let late = "8/8/8/8/8/8/8/8 w - - 96 90 w";
    let placed = "4P3/8/8/8/8/8/8/8 w - - 0 1 -";
    let few = ("R B N P", 0, 3);
    Family::new("forward")
        .play("forward", 9)
        .place("forward", FORWARD, (few, few), ("goal-reached", (5, 9), 6))
        .place("forward", FORWARD, ((MEN, 2, 5), (MEN, 2, 5)), ("creation", (3, 5), 6))
        .place("forward", FORWARD, (("Q R B N P", 2, 4), ("P N", 0, 2)), ("stalemate", (3, 5), 4))
        .place("forward", placed, (("Q R B N P", 1, 4), MEN_FEW), ("in-place", (3, 3), 4))
        .place("forward", late, (("Q R P", 1, 2), ("R B P", 1, 2)), ("claim", (2, 6), 3))
        .place("forward", FORWARD, ((MEN, 2, 4), (MEN, 1, 3)), ("checkmate quiet", (5, 7), 4))
        .play_for("forward", "quiet", 4)
        .play("forward-near", 6)
        .play_for("forward-near", "quiet", 2)
        .place("forward-near", FORWARD, ((MEN, 2, 5), (MEN, 2, 5)), ("creation checkmate", (3, 5), 3))
}

fn chess() -> Family {
    let castling = "8/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let passant = "8/8/8/3pP3/8/8/8/8 w - d6 0 1";
    Family::new("chess")
        .play("chess", 10)
        .place("chess", EMPTY, ((MEN, 2, 5), (MEN, 1, 4)), ("", (5, 7), 6))
        .place("chess", EMPTY, (("Q R B N P", 1, 3), ("P", 0, 1)), ("quiet", (7, 9), 4))
        .place("chess", BLACK, (("P P", 0, 1), ("Q R B N P", 2, 4)), ("quiet", (5, 7), 3))
        .place("chess", ADVANCED, UNDER, ("underpromotion", (3, 3), 3))
        .play_for("chess", "quiet", 4)
        .place("chess", castling, (("Q B N P", 1, 4), ("P P N", 1, 4)), ("castling", (3, 5), 2))
        .place("chess", passant, (("Q R B N P", 1, 4), ("R B N P", 1, 4)), ("en-passant", (3, 3), 2))
}

fn others() -> Family {
    let hands = "8/8/8/8/8/8/8/8[NPBp] w - - 0 1";
    let ten = "10/10/10/10/10/10/10/10/10/10 w - - 0 1";
    Family::new("others")
        .play("crazyhouse", 4)
        .place("crazyhouse", hands, (("Q R B N P", 1, 4), ("Q R B N P P", 3, 6)), ("drop", (3, 3), 6))
        .place("king-of-the-hill", EMPTY, (MEN_FEW, MEN_FEW), ("goal-reached", (5, 7), 5))
        .play("king-of-the-hill", 3)
        .place("shatranj", EMPTY, (("R N Q B P", 2, 4), ("R N Q P", 1, 2)), ("bare-king", (3, 7), 4))
        .place("shatranj", EMPTY, (("R N Q B P", 2, 4), ("Q P", 1, 3)), ("stalemate", (3, 5), 3))
        .play("shatranj", 2)
        .play("capablanca", 4)
        .play("grand", 3)
        .place("grand", ten, (("P P C A", 2, 4), ("P R N", 1, 3)), ("limited", (3, 5), 3))
        .play("chess960:position=356", 2)
}

/// Quiet keys to long wins, with few pieces.
fn deep() -> Family {
    let (strong, weak) = (("Q R R B N P P", 1, 3), ("P P N B", 0, 2));
    let quiet = ("quiet", (7, 9), 2);
    Family::new("deep")
        .place("near", EMPTY, (strong, weak), quiet)
        .place("near:win=checkmate", EMPTY, (strong, weak), quiet)
        .place("skirmish", EMPTY, (strong, weak), quiet)
        .place("near-vs-normal:near-wins-by=checkmate", BLACK, (weak, strong), quiet)
        .place("npnc", NINE, (("Q C R U J P", 1, 3), weak), quiet)
        .place("forward", FORWARD, (strong, weak), quiet)
        .place("king-of-the-hill", EMPTY, (strong, weak), quiet)
        .place("shatranj", EMPTY, (("R R N N Q B P", 2, 4), weak), quiet)
}

/// Games that end in other ways than by one king's loss.
fn ends() -> Family {
    Family::new("ends")
        .play("antichess", 6)
        .play("atomic", 6)
        .play("racing-kings", 6)
        .play("three-check", 4)
        .play("extinction", 4)
        .play("three-kings", 4)
        .play("horde", 4)
}
