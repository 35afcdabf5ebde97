//! One integration binary, in pipeline order.
mod diagnostic_forms;
