//! Floor 3: files, git and images turned into domain values. Knows neither `store` nor `keys`.

pub mod markdown;
