use super::*;

fn rectangle(files: u8, ranks: u8) -> Shape {
    Shape::rectangle(files, ranks).unwrap()
}

fn boards() -> Vec<Shape> {
    let holes = |shape: Shape, names: &str| {
        shape.with_holes(names.split(' ').map(|name| shape.parse(name).unwrap()).collect()).unwrap()
    };
    vec![
        rectangle(8, 8),
        rectangle(9, 8),
        rectangle(8, 16),
        holes(rectangle(8, 8), "a1 a8 d4 d5"),
        Shape::regular_hexagon(2).unwrap(),
        Shape::regular_hexagon(4).unwrap(),
        Shape::regular_hexagon(6).unwrap(),
        holes(Shape::regular_hexagon(6).unwrap(), "f6 a1 a6"),
        Shape::hexagon(6, 9).unwrap(),
        Shape::hexagon(3, 9).unwrap(),
        rectangle(8, 8).joined().unwrap(),
        holes(rectangle(10, 6), "a3 a4").joined().unwrap(),
    ]
}

#[test]
fn squares_round_trip_as_text() {
    for shape in boards() {
        for square in shape.iter() {
            assert_eq!(shape.parse(&shape.name(square).to_string()), Some(square), "{shape}");
            let (file, rank) = (shape.file(square), shape.rank(square));
            assert_eq!(shape.square(file.into(), rank.into()), Some(square));
        }
        assert_eq!(shape.indices().filter(|&s| shape.has(s)).count(), shape.cells().len());
        let rows = (0..shape.ranks()).flat_map(|rank| shape.row(rank)).filter(|&s| shape.has(s));
        assert_eq!(rows.collect::<SquareSet>(), shape.cells(), "{shape}");
    }
}

#[test]
fn a_rank_takes_as_many_digits_as_the_board_has() {
    let ten = rectangle(10, 10);
    assert_eq!(ten.parse_prefix("a10b1"), Some((ten.square(0, 9).unwrap(), "b1")));
    let eight = rectangle(8, 8);
    assert_eq!(eight.parse_prefix("a10"), Some((Square(0), "0")));
    assert_eq!(eight.parse("a9"), None);
    assert_eq!(eight.parse("a01"), None);
    assert_eq!(eight.parse("i1"), None);
    assert_eq!(eight.parse("é1"), None);
}

#[test]
fn mirroring_keeps_files_and_flipping_ranks() {
    let shape = rectangle(9, 8);
    let e2 = shape.parse("e2").unwrap();
    assert_eq!(shape.name(shape.mirror(e2)).to_string(), "e7");
    for shape in boards() {
        for square in shape.iter() {
            let (mirror, flip) = (shape.mirror(square), shape.flip(square));
            assert_eq!(shape.mirror(mirror), square);
            assert_eq!(shape.flip(flip), square);
            assert_eq!(shape.file(mirror), shape.file(square));
            assert_eq!(shape.rank(flip), shape.rank(square));
            for step in shape.grid().directions() {
                let other = shape.offset(mirror, shape.grid().mirrored(step));
                assert_eq!(other, shape.offset(square, step).map(|s| shape.mirror(s)), "{shape}");
            }
        }
    }
}

#[test]
fn a_hexagon_has_its_published_cells() {
    let shape = Shape::regular_hexagon(6).unwrap();
    assert_eq!(shape.cells().len(), 91);
    // Gliński's files have 6 to 11 cells, and none is called j.
    let files: String = (0..11).map(|file| shape.file_name(file)).collect();
    assert_eq!(files, "abcdefghikl");
    let length = |file| shape.iter().filter(|&s| shape.file(s) == file).count();
    assert_eq!((0..11).map(length).collect::<Vec<_>>(), [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
    for (name, color) in [("f1", 0), ("f2", 1), ("f3", 2), ("f6", 2), ("a1", 1), ("l1", 1)] {
        let square = shape.parse(name).unwrap();
        let first = shape.color(shape.parse("f1").unwrap());
        assert_eq!((shape.color(square) + 3 - first) % 3, color, "{name}");
    }
    let size = |color| shape.iter().filter(|&s| shape.color(s) == color).count();
    assert_eq!([0, 1, 2].map(size).iter().collect::<std::collections::BTreeSet<_>>(), [&30, &31].into());
    assert_eq!([0, 1, 2].map(size).iter().sum::<usize>(), 91);
    assert_eq!(shape.parse("j5"), None);
    assert_eq!(shape.parse("a7"), None);
    assert_eq!(shape.far_edge(Color::White).len(), 11);
    let name = |s| shape.name(s).to_string();
    let row = |rank| shape.row(rank).map(name).collect::<Vec<_>>().join(" ");
    assert_eq!(row(0), "a1 b1 c1 d1 e1 f1 g1 h1 i1 k1 l1");
    assert_eq!(row(9), "e10 f10 g10");
}

#[test]
fn a_hexagon_may_have_fewer_files() {
    // Shafran's files have 6 to 10 cells.
    let shape = Shape::hexagon(6, 9).unwrap();
    assert_eq!((shape.cells().len(), shape.ranks(), shape.side()), (70, 10, 6));
    let length = |file| shape.iter().filter(|&s| shape.file(s) == file).count();
    assert_eq!((0..9).map(length).collect::<Vec<_>>(), [6, 7, 8, 9, 10, 9, 8, 7, 6]);
    let size = |color| shape.iter().filter(|&s| shape.color(s) == color).count();
    assert_eq!([0, 1, 2].map(size).iter().collect::<std::collections::BTreeSet<_>>(), [&23, &24].into());
    let inward = |name| shape.inward(shape.parse(name).unwrap());
    assert_eq!(["e1", "a3", "i6", "e5", "e3", "b2", "g7"].map(inward), [0, 0, 0, 4, 2, 1, 1]);
    // How many steps lead to the nearest cell that is on the edge.
    for shape in
        boards().into_iter().filter(|s| s.grid() == Grid::Hexagon && !s.to_string().contains("without"))
    {
        let outer = |s: &Square| shape.grid().orthogonal().iter().any(|&o| shape.offset(*s, o).is_none());
        for square in shape.iter() {
            let nearest = shape.iter().filter(outer).map(|s| shape.distance(s, square)).min();
            assert_eq!(Some(shape.inward(square)), nearest, "{shape} {}", shape.name(square));
        }
    }
    let far: Vec<_> = shape.far_edge(Color::White).iter().map(|s| shape.name(s).to_string()).collect();
    assert_eq!(far.len(), 9);
}

#[test]
fn neighbours_differ_in_colour_and_diagonals_do_not() {
    for shape in boards() {
        for square in shape.iter() {
            let reached = |steps: &[Offset]| -> Vec<Square> {
                steps.iter().filter_map(|&step| shape.offset(square, step)).collect()
            };
            assert!(
                reached(shape.grid().orthogonal()).iter().all(|&s| shape.color(s) != shape.color(square))
            );
            assert!(reached(shape.grid().diagonal()).iter().all(|&s| shape.color(s) == shape.color(square)));
            for s in reached(shape.grid().orthogonal()) {
                assert_eq!(shape.distance(square, s), 1);
                let shift = s.0 as i8 - square.0 as i8;
                let round = shape.goes_round(square, shape.between(square, s));
                assert_eq!(shape.shift(shape.between(square, s)) == shift, !round);
            }
        }
    }
}

#[test]
fn cells_are_drawn_where_they_lie() {
    for shape in boards() {
        let (columns, rows) = shape.drawn_size();
        let places: std::collections::BTreeSet<_> = shape.iter().map(|s| shape.drawn(s)).collect();
        assert_eq!(places.len(), shape.cells().len());
        assert!(places.iter().all(|&(x, y)| x < columns && y < rows), "{shape}");
        for square in shape.iter() {
            let (x, y) = shape.drawn(square);
            assert_eq!(shape.drawn(shape.mirror(square)), (x, rows - 1 - y));
            assert_eq!(shape.drawn(shape.flip(square)), (columns - 1 - x, y));
        }
    }
}

#[test]
fn what_is_no_board_is_refused() {
    assert_eq!(Shape::rectangle(0, 8), Err(ShapeError::Size(0, 8)));
    assert_eq!(Shape::rectangle(16, 9), Err(ShapeError::Size(16, 9)));
    assert_eq!(Shape::rectangle(17, 1), Err(ShapeError::Size(17, 1)));
    assert_eq!(Shape::regular_hexagon(1), Err(ShapeError::Side(1)));
    assert_eq!(Shape::regular_hexagon(0), Err(ShapeError::Side(0)));
    assert_eq!(Shape::regular_hexagon(7), Err(ShapeError::Side(7)));
    assert_eq!(Shape::hexagon(6, 8), Err(ShapeError::HexagonFiles(8)));
    assert_eq!(Shape::hexagon(6, 17), Err(ShapeError::HexagonFiles(17)));
    assert_eq!(Shape::hexagon(6, 13), Err(ShapeError::Size(13, 12)));
    let shape = rectangle(8, 8);
    let unlike = shape.with_holes(shape.parse("d4").into_iter().collect()).unwrap_err();
    assert_eq!(unlike.to_string(), "d4 is a hole and d5, which is the same for the other player, is none");
    assert_eq!(shape.with_holes(shape.cells()), Err(ShapeError::Nothing));
    assert_eq!(shape.with_holes(SquareSet(1 << 64)), Err(ShapeError::Off));
    assert_eq!(Shape::default(), shape);
}

#[test]
fn a_cylinder_goes_round() {
    let shape = rectangle(8, 8).joined().unwrap();
    let square = |name| shape.parse(name).unwrap();
    assert_eq!(shape.offset(square("a5"), (-1, 1)), Some(square("h6")));
    assert_eq!(shape.offset(square("h2"), (17, 2)), Some(square("a4")));
    assert_eq!(shape.offset(square("h8"), (1, 1)), None);
    assert_eq!(shape.between(square("b1"), square("h2")), (-2, 1));
    assert_eq!((shape.distance(square("a1"), square("h1")), shape.inward(square("a4"))), (1, 3));
    assert_eq!(shape.inner(square("a1")), square("a2"));
    assert_eq!(shape.reduced((-3, 2)), (5, 2));
    assert_eq!(
        (shape.goes_round(square("g1"), (1, 1)), shape.goes_round(square("h1"), (2, 1))),
        (false, true)
    );
    assert!(shape.keeps_color((1, 1)) && shape.keeps_color((9, 3)));
    assert!(!rectangle(9, 8).joined().unwrap().keeps_color((1, 1)));
    assert_eq!(shape.flat(), rectangle(8, 8));
    assert_eq!(rectangle(2, 8).joined(), Err(ShapeError::Edges));
    assert_eq!(Shape::regular_hexagon(6).unwrap().joined(), Err(ShapeError::Edges));
}

#[test]
fn a_board_is_said() {
    let said: Vec<String> = boards().iter().map(Shape::to_string).collect();
    assert_eq!(said[3], "8x8 without a1 d4 d5 a8");
    assert_eq!(said[6], "hexagon of side 6");
    assert_eq!(said[7], "hexagon of side 6 without a1 a6 f6");
    assert_eq!(said[8], "hexagon of side 6 and 9 files");
    assert_eq!(said[11], "10x6 cylinder without a3 a4");
}
