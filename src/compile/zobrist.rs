//! Random keys of the hash: the same on every machine, from one fixed seed (`SplitMix64`, Steele et al. 2014).

use super::tables::Keys;

/// One step of `SplitMix64`.
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The keys of a game.
pub fn keys(contents: usize, size: usize, turns: usize) -> Keys {
    let mut state = 0x0b0a_2d37_1267_2026;
    let mut next = || split_mix(&mut state);
    let mut cells = vec![0; size];
    cells.extend(std::iter::repeat_with(&mut next).take((contents - 1) * size));
    Keys {
        cells,
        turns: std::iter::repeat_with(&mut next).take(turns).collect(),
        hands: next(),
        out: next(),
        marks: next(),
        unmoved: next(),
        again: next(),
    }
}
