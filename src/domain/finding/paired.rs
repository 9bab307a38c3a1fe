//! Two runs of one system that differ in their input only: the one causal thing to be said about images.

/// What an input did to a case. Single flips happen by chance as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Missed without the image, hit with it.
    ImageHelped,
    /// Hit without the image, missed with it.
    ImageHurt,
    /// Missed without the evidence, hit with it.
    VceHelped,
    /// Hit without the evidence, missed with it.
    VceHurt,
}

impl Effect {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ImageHelped => "image_helped",
            Self::ImageHurt => "image_hurt",
            Self::VceHelped => "vce_helped",
            Self::VceHurt => "vce_hurt",
        }
    }
}

/// What the image did, from whether all gold was hit without and with it; `None` when both agree.
pub fn image_effect(text_only_ok: bool, with_image_ok: bool) -> Option<Effect> {
    match (text_only_ok, with_image_ok) {
        (false, true) => Some(Effect::ImageHelped),
        (true, false) => Some(Effect::ImageHurt),
        _ => None,
    }
}

/// What the evidence did, from whether all gold was hit without and with it; `None` when both agree.
pub fn vce_effect(text_only_ok: bool, with_vce_ok: bool) -> Option<Effect> {
    match (text_only_ok, with_vce_ok) {
        (false, true) => Some(Effect::VceHelped),
        (true, false) => Some(Effect::VceHurt),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_flips_say_something() {
        let all = [(true, true), (true, false), (false, true), (false, false)];
        let words = |f: fn(bool, bool) -> Option<Effect>| all.map(|(a, b)| f(a, b).map_or("", Effect::as_str));
        assert_eq!(words(image_effect), ["", "image_hurt", "image_helped", ""]);
        assert_eq!(words(vce_effect), ["", "vce_hurt", "vce_helped", ""]);
    }
}
