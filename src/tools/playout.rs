//! Random games: every legal move equally likely.

use crate::engine::{Outcome, Play, State, Visitor};

/// A small random generator (`xoshiro256++`, Blackman and Vigna 2019), seeded through `SplitMix64`: the same numbers on
/// every machine.
#[derive(Debug, Clone)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// A generator for a seed.
    pub fn new(seed: u64) -> Self {
        let mut x = seed;
        let mut next = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Self { state: [next(), next(), next(), next()] }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`, all equally likely but for a part in 2^32.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// A random game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayoutResult {
    /// Moves played.
    pub plies: u32,
    /// How it ended; `None` when the limit was reached.
    pub outcome: Option<Outcome>,
    /// Sum of the numbers of moves that there were to choose from, at the plies at which they were counted.
    pub branching_sum: u64,
    /// At how many plies that was.
    pub branching_plies: u32,
}

struct Playout<'a> {
    random: &'a mut Random,
    max_plies: u32,
}

impl Visitor for Playout<'_> {
    type Output = (u32, u64, u32);

    fn visit<P: Play>(self, play: &mut P) -> (u32, u64, u32) {
        let mut moves = Vec::new();
        let (mut plies, mut branching, mut counted) = (0, 0, 0);
        while plies < self.max_plies && !play.board_ended() {
            let drawn = play.draw(&mut moves, &mut |bound| self.random.below(bound));
            if play.late_ended(drawn.is_some()) {
                break;
            }
            let Some((mv, count)) = drawn else { break };
            branching += u64::from(count);
            counted += u32::from(count > 0);
            play.play(mv);
            plies += 1;
        }
        (plies, branching, counted)
    }
}

/// Plays on from here at random, at most `max_plies` moves; the state is left at the end of the game.
pub fn playout(state: &mut State, seed: u64, max_plies: u32) -> PlayoutResult {
    let mut random = Random::new(seed);
    let (plies, branching_sum, branching_plies) = state.visit(Playout { random: &mut random, max_plies });
    PlayoutResult { plies, outcome: state.outcome(), branching_sum, branching_plies }
}
