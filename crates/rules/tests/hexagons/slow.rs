//! The slow way: hexagonal games in cube coordinates, with rules of its own.

use std::collections::BTreeSet;

use berolina_rules::geometry::Color;

/// A cell in cube coordinates, the sum of which is 0: column, height along the column, and the third axis.
pub(super) type Cube = (i32, i32, i32);

/// What the slow way knows of a game.
pub(super) struct Rules {
    /// Columns on each side of the middle one, and cells of the outer ones.
    half: i32,
    side: i32,
    /// Black's half is White's turned, not mirrored.
    turned: bool,
    /// What White's men begin on.
    men: &'static [(char, &'static str)],
    /// The steps of White's pawns when they capture.
    captures: [Cube; 2],
    /// From where pawns may go so many cells at once.
    starts: &'static [(i32, &'static str)],
    /// Where White's king and a rook stand, then where each goes, by castling.
    pub(super) castlings: &'static [[&'static str; 4]],
    /// Forward Chess: nothing but a quiet step leads back, captures leave men behind, kings run for the far edge.
    forward: bool,
}

const ACROSS_CORNERS: [Cube; 2] = [(1, 1, -2), (-1, 2, -1)];
const ACROSS_EDGES: [Cube; 2] = [(1, 0, -1), (-1, 1, 0)];

const GLINSKI: Rules = Rules {
    half: 5,
    side: 6,
    turned: false,
    men: &[
        ('P', "b1 c2 d3 e4 f5 g4 h3 i2 k1"),
        ('R', "c1 i1"),
        ('N', "d1 h1"),
        ('Q', "e1"),
        ('B', "f1 f2 f3"),
        ('K', "g1"),
    ],
    captures: ACROSS_EDGES,
    starts: &[(2, "b1 c2 d3 e4 f5 g4 h3 i2 k1")],
    castlings: &[],
    forward: false,
};

const MCCOOEY: Rules = Rules {
    men: &[
        ('P', "c1 d2 e3 f4 g3 h2 i1"),
        ('R', "d1 h1"),
        ('N', "e2 g2"),
        ('Q', "e1"),
        ('B', "f1 f2 f3"),
        ('K', "g1"),
    ],
    captures: ACROSS_CORNERS,
    starts: &[(2, "c1 d2 e3 g3 h2 i1")],
    ..GLINSKI
};

const SHAFRAN: Rules = Rules {
    half: 4,
    side: 6,
    turned: true,
    men: &[
        ('P', "a2 b2 c2 d2 e2 f2 g2 h2 i2"),
        ('R', "a1 i1"),
        ('N', "b1 g1"),
        ('B', "c1 f1 h1"),
        ('Q', "d1"),
        ('K', "e1"),
    ],
    captures: ACROSS_CORNERS,
    starts: &[(2, "b2 c2 g2 h2"), (3, "d2 e2 f2")],
    castlings: &[
        ["e1", "a1", "c1", "d1"],
        ["e1", "a1", "b1", "c1"],
        ["e1", "i1", "g1", "f1"],
        ["e1", "i1", "h1", "g1"],
    ],
    forward: false,
};

const FORWARD: Rules = Rules { forward: true, ..GLINSKI };

pub(super) const GAMES: [(&str, &Rules); 4] =
    [("glinski", &GLINSKI), ("mccooey", &MCCOOEY), ("shafran", &SHAFRAN), ("forward-hex", &FORWARD)];

/// The slow way: a board by column and height, moves tried one by one.
#[derive(Clone, PartialEq)]
pub(super) struct Slow {
    pub(super) men: [[Option<(char, Color)>; 11]; 11],
    turn: Color,
    /// The cells passed over by the last double or triple step, and the pawn that made it.
    passed: (Vec<Cube>, Cube),
    /// The cells that a man has left or reached, on which no unmoved man stands any more.
    touched: BTreeSet<Cube>,
}

fn add(a: Cube, b: Cube) -> Cube {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

fn permutations((a, b, c): Cube) -> Vec<Cube> {
    let both = [(a, b, c), (-a, -b, -c)];
    let all =
        both.iter().flat_map(|&(a, b, c)| [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]);
    all.collect::<BTreeSet<_>>().into_iter().collect()
}

impl Rules {
    pub(super) fn cube(&self, name: &str) -> Cube {
        let column = "abcdefghikl".find(&name[..1]).unwrap() as i32 - self.half;
        let number: i32 = name[1..].parse().unwrap();
        // The lowest cell of a column has one of the other two coordinates at its limit.
        let height = (-self.half).max(-self.half - column) + number - 1;
        (column, height, -column - height)
    }

    fn exists(&self, (q, r, s): Cube) -> bool {
        let range = -self.half..self.side;
        q.abs() <= self.half && range.contains(&r) && range.contains(&-s)
    }

    fn cells(&self) -> impl Iterator<Item = Cube> {
        (-5..=5).flat_map(|q| (-5..=5).map(move |r| (q, r, -q - r))).filter(|&cell| self.exists(cell))
    }

    /// A cell as the other player names it.
    fn other(&self, (q, r, s): Cube) -> Cube {
        let odd = self.side - 1 - self.half;
        if self.turned { (-q, odd - r, -odd - s) } else { (q, s + odd, r - odd) }
    }

    /// A step as a player makes it.
    fn own(&self, (q, r, s): Cube, color: Color) -> Cube {
        match color {
            Color::White => (q, r, s),
            Color::Black if self.turned => (-q, -r, -s),
            Color::Black => (q, s, r),
        }
    }

    pub(super) fn start(&self) -> Slow {
        let mut slow = Slow {
            men: [[None; 11]; 11],
            turn: Color::White,
            passed: (Vec::new(), (0, 0, 0)),
            touched: BTreeSet::new(),
        };
        for (letter, names) in self.men {
            for name in names.split(' ') {
                let cell = self.cube(name);
                slow.put(cell, Some((*letter, Color::White)));
                slow.put(self.other(cell), Some((*letter, Color::Black)));
            }
        }
        slow
    }

    /// White's steps of a piece: how far each goes, and whether it captures.
    fn steps(&self, letter: char) -> Vec<(Cube, i32, bool)> {
        let (rook, bishop) = (permutations((1, -1, 0)), permutations((2, -1, -1)));
        let (steps, far) = match letter {
            'R' => (rook, 10),
            'B' => (bishop, 10),
            'Q' => ([rook, bishop].concat(), 10),
            'K' => ([rook, bishop].concat(), 1),
            'N' => (permutations((1, 2, -3)), 1),
            _ => panic!("{letter}"),
        };
        let mut steps: Vec<_> = steps.into_iter().map(|step| (step, far, true)).collect();
        if self.forward {
            steps.retain(|&((_, r, s), ..)| r > s);
            if "KQR".contains(letter) {
                steps.extend([(2, -1, -1), (-2, 1, 1)].map(|aside| (aside, far, true)));
            }
            steps.push(((0, -1, 1), 1, false));
        }
        steps
    }

    /// All positions after a move, whether or not it leaves the king attacked.
    fn moves(&self, slow: &Slow) -> Vec<Slow> {
        let mut after = Vec::new();
        for (from, (letter, color)) in self.cells().filter_map(|cell| Some((cell, slow.man(cell)?))) {
            if color != slow.turn {
                continue;
            }
            if letter == 'P' {
                self.pawn(slow, from, &mut after);
                continue;
            }
            for (step, far, captures) in self.steps(letter) {
                let mut to = from;
                for _ in 0..far {
                    to = add(to, self.own(step, color));
                    if !self.exists(to) {
                        break;
                    }
                    let there = slow.man(to);
                    if there.is_none_or(|man| captures && man.1 != color) {
                        after.push(self.moved(slow, from, to, letter));
                    }
                    if there.is_some() {
                        break;
                    }
                }
            }
        }
        after
    }

    fn moved(&self, slow: &Slow, from: Cube, to: Cube, letter: char) -> Slow {
        let mut after = slow.clone();
        let left = slow.man(to).and_then(|(taken, _)| {
            let ranks = "QRBNP";
            let lower = ranks.find(taken)? + 1;
            ranks.chars().nth(lower)
        });
        after.put(from, left.filter(|_| self.forward).map(|letter| (letter, slow.turn)));
        after.put(to, Some((letter, slow.turn)));
        after.pass();
        after.touched.extend([from, to]);
        after
    }

    /// Castling: both unmoved, everything empty between them, and the king attacked on no cell from his own to his last.
    fn castle(&self, slow: &Slow, after: &mut Vec<Slow>) {
        let own = |cell: Cube| if slow.turn == Color::White { cell } else { self.other(cell) };
        for names in self.castlings {
            let [king, rook, king_to, rook_to] = names.map(|name| own(self.cube(name)));
            let stands = |cell: Cube, letter: char| {
                slow.man(cell) == Some((letter, slow.turn)) && !slow.touched.contains(&cell)
            };
            let (q, r, s) = (rook.0 - king.0, rook.1 - king.1, rook.2 - king.2);
            let far = q.abs().max(r.abs());
            let cell = |n: i32| add(king, (q / far * n, r / far * n, s / far * n));
            let free = (1..far).all(|n| slow.man(cell(n)).is_none());
            if !stands(king, 'K') || !stands(rook, 'R') || !free {
                continue;
            }
            let way = (0..=far).take_while(|&n| n == 0 || cell(n - 1) != king_to);
            let attacked = |n: i32| {
                let mut there = slow.clone();
                there.put(king, None);
                there.put(cell(n), Some(('K', slow.turn)));
                there.pass();
                self.takes_king(&there)
            };
            if way.into_iter().any(attacked) {
                continue;
            }
            let mut next = self.moved(slow, king, king_to, 'K');
            next.put(rook, None);
            next.put(rook_to, Some(('R', slow.turn)));
            next.touched.extend([rook, rook_to]);
            after.push(next);
        }
    }

    fn pawn(&self, slow: &Slow, from: Cube, after: &mut Vec<Slow>) {
        let ahead = self.own((0, 1, -1), slow.turn);
        let last = |cell: Cube| !self.exists(add(cell, ahead));
        let mut go = |to: Cube| {
            let letters = if last(to) { "QRBN" } else { "P" };
            after.extend(letters.chars().map(|letter| self.moved(slow, from, to, letter)));
        };
        if last(from) {
            // Only what a capture left is there, and it promotes where it stands.
            return "QRBN".chars().for_each(|letter| {
                let mut next = slow.clone();
                next.put(from, Some((letter, slow.turn)));
                next.pass();
                after.push(next);
            });
        }
        let one = add(from, ahead);
        let free = |cell: Cube| self.exists(cell) && slow.man(cell).is_none();
        if free(one) {
            go(one);
        }
        let mut taken = Vec::new();
        for step in self.captures.map(|step| self.own(step, slow.turn)) {
            let to = add(from, step);
            if self.exists(to) && slow.man(to).is_some_and(|man| man.1 != slow.turn) {
                go(to);
            } else if slow.passed.0.contains(&to) {
                taken.push(to);
            }
        }
        for passed in taken {
            let mut next = self.moved(slow, from, passed, 'P');
            next.put(slow.passed.1, None);
            after.push(next);
        }
        let seen = if slow.turn == Color::White { from } else { self.other(from) };
        let far = self.starts.iter().find(|(_, names)| names.split(' ').any(|name| self.cube(name) == seen));
        let (mut to, mut passed) = (one, Vec::new());
        for _ in 2..=far.map_or(1, |far| far.0) {
            let before = to;
            to = add(to, ahead);
            if !free(before) || !free(to) {
                break;
            }
            let mut next = self.moved(slow, from, to, 'P');
            passed.push(before);
            next.passed = (passed.clone(), to);
            after.push(next);
        }
    }

    /// Whether whoever is to move could take the king.
    fn takes_king(&self, slow: &Slow) -> bool {
        let kings = |slow: &Slow| slow.men.iter().flatten().flatten().filter(|man| man.0 == 'K').count();
        self.moves(slow).iter().any(|after| kings(after) < kings(slow))
    }

    pub(super) fn legal(&self, slow: &Slow) -> Vec<Slow> {
        let mut moves = self.moves(slow);
        self.castle(slow, &mut moves);
        moves.into_iter().filter(|after| !self.takes_king(after)).collect()
    }

    /// Whether the one who moved last has his king at the far end of a file.
    pub(super) fn goal(&self, slow: &Slow) -> bool {
        let mover = slow.turn.other();
        let king = self.cells().find(|&cell| slow.man(cell) == Some(('K', mover)));
        self.forward && king.is_some_and(|cell| !self.exists(add(cell, self.own((0, 1, -1), mover))))
    }

    pub(super) fn perft(&self, slow: &Slow, depth: u32) -> u64 {
        if self.goal(slow) {
            return 0;
        }
        let legal = self.legal(slow);
        if depth == 1 {
            return legal.len() as u64;
        }
        legal.iter().map(|after| self.perft(after, depth - 1)).sum()
    }
}

impl Slow {
    /// It is the other's turn, and nothing has been passed.
    fn pass(&mut self) {
        (self.turn, self.passed) = (self.turn.other(), (Vec::new(), (0, 0, 0)));
    }

    fn man(&self, (q, r, _): Cube) -> Option<(char, Color)> {
        self.men[(q + 5) as usize][(r + 5) as usize]
    }

    fn put(&mut self, (q, r, _): Cube, man: Option<(char, Color)>) {
        self.men[(q + 5) as usize][(r + 5) as usize] = man;
    }
}
