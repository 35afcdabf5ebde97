//! `Table<K, V>`: a vector that only its own id type can index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A vector of `V` indexed by the id type `K`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<K, V> {
    values: Vec<V>,
    key: PhantomData<K>,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { values: Vec::new(), key: PhantomData }
    }
}

impl<K: From<usize> + Into<usize>, V> Table<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value and returns its id.
    pub fn push(&mut self, value: V) -> K {
        self.values.push(value);
        K::from(self.values.len() - 1)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True when there is no entry.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of `key`, if the table has it.
    pub fn get(&self, key: K) -> Option<&V> {
        self.values.get(key.into())
    }

    /// Ids and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> + '_ {
        self.values.iter().enumerate().map(|(i, v)| (K::from(i), v))
    }

    /// Ids and mutable values in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> + '_ {
        self.values.iter_mut().enumerate().map(|(i, v)| (K::from(i), v))
    }

    /// All ids in order.
    pub fn ids(&self) -> impl Iterator<Item = K> + use<K, V> {
        (0..self.values.len()).map(K::from)
    }

    /// The values in order.
    pub fn values(&self) -> &[V] {
        &self.values
    }
}

impl<K: From<usize> + Into<usize>, V> FromIterator<V> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self { values: values.into_iter().collect(), key: PhantomData }
    }
}

impl<K: Into<usize>, V> Index<K> for Table<K, V> {
    type Output = V;

    #[inline]
    fn index(&self, key: K) -> &V {
        &self.values[key.into()]
    }
}

impl<K: Into<usize>, V> IndexMut<K> for Table<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.values[key.into()]
    }
}
