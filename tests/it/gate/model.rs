//! Models asked through a stub endpoint.
