//! What drawing needs besides the model: the theme, the pictures, and which frame of an animation is on.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::domain::case::StoredImage;
use crate::read::image::Crop;

use super::picture::{Drawn, Pictures, Want};
use super::theme::Theme;

/// Everything of the terminal's side.
#[derive(Debug)]
pub struct Stage {
    /// Looks.
    pub theme: Theme,
    /// Pictures of this terminal.
    pub pictures: Pictures,
    /// Picture that should move, as the last frame was drawn.
    pub moving: Option<Want>,
    /// Frame of the moving picture that is on.
    pub frame: u32,
}

impl Stage {
    /// A fresh stage.
    pub fn new(theme: Theme, pictures: Pictures) -> Self {
        Self {
            theme,
            pictures,
            moving: None,
            frame: 0,
        }
    }
}

impl Stage {
    /// Draws the chosen exhibit in `area`; while it plays, the frame that is on, or the first until that is ready.
    /// Words come back where there is no picture.
    pub(super) fn play(&mut self, mut want: Want, plays: bool, area: Rect, buf: &mut Buffer) -> Option<String> {
        if plays {
            self.moving = Some(want.clone());
            want.frame = self.frame;
        }
        let mut drawn = self.pictures.draw(&want, area, 0, buf);
        if drawn == Drawn::Waiting && want.frame > 0 {
            want.frame = 0;
            drawn = self.pictures.draw(&want, area, 0, buf);
        }
        match drawn {
            Drawn::Shown => None,
            Drawn::Waiting => Some("preparing …".to_owned()),
            Drawn::Fault(why) => Some(why),
        }
    }
}

/// What to ask for to show an image at a size.
pub(super) fn want(root: &std::path::Path, image: &StoredImage, crop: Option<Crop>, cells: (u16, u16)) -> Want {
    Want {
        file: root.join(image.file()),
        sha256: Arc::from(image.sha256.as_str()),
        crop,
        cols: cells.0,
        rows: cells.1,
        frame: 0,
    }
}
