//! Directions, rays and borders.

use boardwright::rules::board::Compass;
use boardwright::rules::model::Direction;
use boardwright::types::{Cell, Player};

use super::Oracle;

/// The cells of a straight way, nearest first.
pub type Ray = Vec<Cell>;

impl Oracle {
    /// Where a player's pieces look; nobody's, and those of a player without a front, look north.
    pub fn facing(&self, player: Option<Player>) -> Compass {
        player.and_then(|p| self.rules.players[p].faces).unwrap_or(Compass::NORTH)
    }

    /// East and north distance between two cells.
    pub fn vector(&self, from: Cell, to: Cell) -> (i32, i32) {
        let (a, b) = self.rules.board.coordinates(from);
        let (c, d) = self.rules.board.coordinates(to);
        (c - a, d - b)
    }

    /// The directions of the compass that a direction means; none for a named line.
    fn compass(direction: Direction, facing: Compass, before: Option<(i32, i32)>) -> Vec<Compass> {
        match direction {
            Direction::Relative(d) => vec![d.seen_from(facing)],
            Direction::Absolute(d) => vec![d],
            Direction::Onward(turn) => {
                before.and_then(straight).map(|d| d.turned(i32::from(turn))).into_iter().collect()
            }
            Direction::Ahead => Compass::ALL
                .into_iter()
                .filter(|d| before.is_none_or(|(x, y)| x * d.delta().0 + y * d.delta().1 >= 0))
                .collect(),
            Direction::Line { .. } => Vec::new(),
        }
    }

    /// The ways out of a cell in a direction, for a piece that looks somewhere and came by a vector.
    pub fn rays(&self, from: Cell, direction: Direction, facing: Compass, before: Option<(i32, i32)>) -> Vec<Ray> {
        if let Direction::Line { line, forward } = direction {
            let mut rays = self.chains(from, line.0.into());
            if forward {
                let ahead = facing.delta();
                rays.retain_mut(|ray| {
                    let mut at = from;
                    let keep = ray.iter().take_while(|&&next| {
                        let (x, y) = self.vector(at, next);
                        at = next;
                        x * ahead.0 + y * ahead.1 > 0
                    });
                    let length = keep.count();
                    ray.truncate(length);
                    length > 0
                });
            }
            return rays;
        }
        Self::compass(direction, facing, before).into_iter().map(|d| self.ray(from, d.delta())).collect()
    }

    /// The cells reached by equal vectors, up to the edge or a hole.
    pub fn ray(&self, from: Cell, (x, y): (i32, i32)) -> Ray {
        std::iter::successors(self.rules.board.offset(from, x, y), |&cell| self.rules.board.offset(cell, x, y))
            .collect()
    }

    /// The ways out of a cell along the chains of a named line.
    fn chains(&self, from: Cell, line: usize) -> Vec<Ray> {
        let mut rays = Vec::new();
        for chain in &self.rules.board.lines[line].chains {
            for at in (0..chain.len()).filter(|&i| chain[i] == from) {
                rays.push(chain[at + 1..].to_vec());
                rays.push(chain[..at].iter().rev().copied().collect());
            }
        }
        rays.retain(|ray: &Ray| !ray.is_empty());
        rays
    }

    /// The cells that border a cell along some directions; `None` is what lies beyond the board.
    pub fn borders(&self, cell: Cell, along: &[Direction], facing: Compass) -> Vec<Option<Cell>> {
        let mut borders = Vec::new();
        for &direction in along {
            if let Direction::Line { .. } = direction {
                borders.extend(self.rays(cell, direction, facing, None).iter().map(|ray| ray.first().copied()));
            } else {
                let compass = Self::compass(direction, facing, None);
                borders.extend(compass.into_iter().map(|d| self.rules.board.neighbour(cell, d)));
            }
        }
        borders
    }

    /// The cells that share a side with a cell.
    pub fn beside(&self, cell: Cell) -> Vec<Cell> {
        Compass::STRAIGHT.into_iter().filter_map(|d| self.rules.board.neighbour(cell, d)).collect()
    }
}

/// The direction of the compass in which a vector points, if it does.
pub fn straight((x, y): (i32, i32)) -> Option<Compass> {
    if (x, y) == (0, 0) || (x != 0 && y != 0 && x.abs() != y.abs()) {
        return None;
    }
    Compass::ALL.into_iter().find(|d| d.delta() == (x.signum(), y.signum()))
}

/// What was said, or these.
pub fn or_default(along: &[Direction], default: &[Compass]) -> Vec<Direction> {
    if along.is_empty() { default.iter().map(|&d| Direction::Absolute(d)).collect() } else { along.to_vec() }
}
