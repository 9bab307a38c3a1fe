//! One integration binary. Unit tests of pure parts stand beside the code they test.

mod support;
