//! Captures by position (step 4).

use std::collections::BTreeSet;

use boardwright::rules::board::Compass;
use boardwright::rules::model::{Closure, Direction, Set, Shape, Takes};
use boardwright::types::Cell;

use super::Oracle;
use super::geometry::or_default;
use super::position::{Piece, Taken};
use super::scene::{Element, Scene};
use super::turn::World;

impl Oracle {
    /// All of every capture is found on the board as it stands after the deed; then all go or flip at once. A cell found
    /// twice goes once, and taking beats flipping.
    pub fn captures_by_position(&self, mut world: World) -> World {
        let Some((end, moved)) = world.end.zip(world.piece) else { return world };
        let Some(moved) = world.now.at(end).filter(|piece| piece.id == moved.id) else { return world };
        let (mut taken, mut flipped) = (BTreeSet::new(), BTreeSet::new());
        let scene = Scene::new(self, &world.now, world.mover).with_deed(&world);
        for capture in &self.rules.captures {
            if !capture.by.iter().all(|set| scene.is_in(set, &scene.element(end))) {
                continue;
            }
            for takes in &capture.takes {
                if !scene.holds(&takes.when) {
                    continue;
                }
                let found = if takes.flips { &mut flipped } else { &mut taken };
                let caught = caught(&scene, takes, end, moved);
                let spared =
                    |cell: &Cell| takes.sparing.as_ref().is_some_and(|g| scene.is_of(g, &scene.element(*cell)));
                found.extend(caught.into_iter().filter(|cell| !spared(cell)));
            }
        }
        for &cell in &taken {
            if let Some(piece) = world.now.at(cell) {
                world.taken.push(Taken { cell, piece });
                world.now.set(cell, None);
            }
        }
        for &cell in flipped.difference(&taken) {
            if let Some(piece) = world.now.at(cell) {
                world.flipped.push(cell);
                world.now.set(cell, Some(Piece { owner: Some(world.mover), ..piece }));
            }
        }
        world
    }
}

/// The cells that one statement finds.
fn caught(scene: &Scene<'_>, takes: &Takes, end: Cell, moved: Piece) -> Vec<Cell> {
    let along = or_default(&takes.along, &Compass::STRAIGHT);
    let facing = scene.oracle.facing(moved.owner);
    let in_set = |cell: Cell| {
        let e = scene.element(cell);
        e.piece.is_some() && scene.is_in(&takes.set, &e)
    };
    match &takes.closure {
        Closure::Between(closing) => {
            let rays = along.iter().flat_map(|&d| borders_on_rays(scene, end, d, facing));
            rays.flat_map(|ray| between(scene, takes.shape, closing, &in_set, &ray)).collect()
        }
        Closure::EnclosedBy(closing) => {
            let touches = |c: Cell| scene.oracle.borders(c, &along, facing).contains(&Some(end));
            let lines = along.iter().any(|d| matches!(d, Direction::Line { .. }));
            let near: Vec<Cell> = if lines {
                scene.oracle.rules.board.cells.into_iter().collect()
            } else {
                Compass::ALL.into_iter().filter_map(|d| scene.oracle.rules.board.neighbour(end, d)).collect()
            };
            let beside = near.into_iter().filter(|&cell| in_set(cell) && touches(cell));
            let mut found = Vec::new();
            for cell in beside {
                for (set, holds) in sets_with(scene, takes.shape, &in_set, cell, &along, facing) {
                    if holds && is_enclosed(scene, &set, closing, &along, facing) {
                        found.extend(set);
                    }
                }
            }
            found
        }
        Closure::Around => {
            let opposite = |d: Compass| {
                let pair =
                    [scene.oracle.rules.board.neighbour(end, d), scene.oracle.rules.board.neighbour(end, d.opposite())];
                let pair: Vec<Cell> = pair.into_iter().flatten().filter(|&cell| in_set(cell)).collect();
                if pair.len() == 2 { pair } else { Vec::new() }
            };
            let ways = along.iter().filter_map(|d| match *d {
                Direction::Relative(d) => Some(d.seen_from(facing)),
                Direction::Absolute(d) => Some(d),
                _ => None,
            });
            ways.flat_map(opposite).collect()
        }
    }
}

/// The cells in a direction, then what lies beyond the board.
fn borders_on_rays(scene: &Scene<'_>, from: Cell, direction: Direction, facing: Compass) -> Vec<Vec<Option<Cell>>> {
    let rays = scene.oracle.rays(from, direction, facing, None);
    let is_line = matches!(direction, Direction::Line { .. });
    rays.into_iter()
        .map(|ray| {
            let mut cells: Vec<Option<Cell>> = ray.into_iter().map(Some).collect();
            if !is_line {
                cells.push(None);
            }
            cells
        })
        .collect()
}

/// The first cells of a ray that are in the set, as far as the cell after them is closed.
fn between(
    scene: &Scene<'_>,
    shape: Shape,
    closing: &Set,
    in_set: &dyn Fn(Cell) -> bool,
    ray: &[Option<Cell>],
) -> Vec<Cell> {
    let (least, most) = match shape {
        Shape::Line(least, most) => (least as usize, most.map_or(usize::MAX, |most| most as usize)),
        _ => (1, 1),
    };
    let run: Vec<Cell> = ray.iter().map_while(|cell| cell.filter(|&cell| in_set(cell))).collect();
    let closed = |length: &usize| {
        let victim = scene.element(run[*length - 1]);
        ray.get(*length).is_some_and(|&border| scene.closed_by(border, closing, &victim))
    };
    let longest = (least.max(1)..=most.min(run.len())).rev().find(closed);
    longest.map_or(Vec::new(), |length| run[..length].to_vec())
}

/// The sets of the shape that hold a cell, and whether their size is right.
fn sets_with(
    scene: &Scene<'_>,
    shape: Shape,
    in_set: &dyn Fn(Cell) -> bool,
    cell: Cell,
    along: &[Direction],
    facing: Compass,
) -> Vec<(BTreeSet<Cell>, bool)> {
    match shape {
        Shape::One | Shape::Pair => vec![(BTreeSet::from([cell]), true)],
        Shape::Group => {
            let (mut group, mut waiting) = (BTreeSet::from([cell]), vec![cell]);
            while let Some(cell) = waiting.pop() {
                for next in scene.oracle.borders(cell, along, facing).into_iter().flatten() {
                    if in_set(next) && group.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            vec![(group, true)]
        }
        Shape::Line(least, most) => {
            let mut rows = Vec::new();
            for &direction in along {
                let Some(way) = (match direction {
                    Direction::Relative(d) => Some(d.seen_from(facing)),
                    Direction::Absolute(d) => Some(d),
                    _ => None,
                }) else {
                    continue;
                };
                let mut row = BTreeSet::from([cell]);
                for way in [way, way.opposite()] {
                    row.extend(scene.oracle.ray(cell, way.delta()).into_iter().take_while(|&cell| in_set(cell)));
                }
                let length = row.len() as u32;
                rows.push((row, length >= least && most.is_none_or(|most| length <= most)));
            }
            rows
        }
    }
}

/// All bordering cells of the set are closed.
fn is_enclosed(scene: &Scene<'_>, set: &BTreeSet<Cell>, closing: &Set, along: &[Direction], facing: Compass) -> bool {
    set.iter().all(|&cell| {
        let victim: Element = scene.element(cell);
        let borders = scene.oracle.borders(cell, along, facing);
        borders
            .into_iter()
            .filter(|border| border.is_none_or(|border| !set.contains(&border)))
            .all(|border| scene.closed_by(border, closing, &victim))
    })
}
