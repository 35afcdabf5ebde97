//! One integration binary, in pipeline order.
