//! Functions of Rust in the shapes that are easy to get wrong.
#![allow(dead_code)]

use std::fmt;

/// Doc comment.
#[inline]
#[must_use]
pub const fn plain(a: u8) -> u8 {
    const fn inner(b: u8) -> u8 {
        b
    }
    inner(a)
}

#[cfg(test)] pub(crate) async unsafe fn same_line() {}

pub extern "C" fn exported<'a, T>(value: &'a T) -> &'a T
where
    T: ?Sized,
{
    let closure = |x: &'a T| x;
    closure(value)
}

unsafe extern "C" {
    pub fn foreign(count: usize) -> i32;
    #[link_name = "other"]
    fn renamed();
}

pub struct Shelf<'a, T: 'a, const N: usize>(&'a [T; N]);

impl<'a, T: fmt::Debug, const N: usize> fmt::Debug for Shelf<'a, T, N> {
    // plain comment
    #[cold]
    fn fmt(
        &self,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        struct Local;
        impl Local {
            fn method(&self) {}
        }
        f.debug_struct("Shelf").finish()
    }
}

impl<T> From<&'static mut T> for Box<dyn Keep + Send> {
    fn from(_: &'static mut T) -> Self {
        todo!()
    }
}

impl Keep for &'_ mut std::string::String {}
impl<T: Clone> Keep for &dyn fmt::Display { fn kept(&self) {} }
impl dyn Keep + '_ {
    fn on_object(&self) {}
}
impl Keep for [u8] {
    fn kept(&self) {}
}
impl Keep for (u8,   u16) {
    fn kept(&self) {}
}
impl<A> Keep for *const A { fn kept(&self) {} }

pub trait Keep {
    const N: usize = 1;
    type Out
    where
        Self: Sized;
    /// Has no body.
    fn kept(&self) {}
    fn required(&self)
    where
        Self: Sized;
    async fn later(&self) -> u8 {
        let block = async { 1 };
        block.await
    }
}

macro_rules! makes {
    ($name:ident) => {
        fn $name() {}
    };
}

makes!(not_seen);

mod deep {
    pub(in crate::deep) fn r#match() {}
    pub mod deeper {
        pub fn f() {
            let _ = "fn in_string() {";
        }
    }
}
