//! Plain values as bytes, for programs that are given definitions and cannot read variant files themselves.
//!
//! The bytes are for the same version of the library and for nobody else; nothing keeps them. They hold the fields one after the other and
//! nothing that names them.

/// A value that can be written as bytes and read from them.
pub(crate) trait Packed: Sized {
    /// Writes the value behind what `out` holds.
    fn pack(&self, out: &mut Vec<u8>);

    /// Takes a value from the front of the bytes; `None` if they are none.
    fn unpack(from: &mut &[u8]) -> Option<Self>;
}

/// Writes [`Packed`] for a struct, whose fields are all named, or for an enum, whose variants are numbered.
macro_rules! packed {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::packed::Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::packed::Packed::pack($field, out);)*
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::packed::Packed::unpack(from)?),* })
            }
        }
    };
    (struct $name:ident(_)) => {
        impl $crate::packed::Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                $crate::packed::Packed::pack(&self.0, out);
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                $crate::packed::Packed::unpack(from).map(Self)
            }
        }
    };
    (enum $name:ident { $($tag:literal $variant:ident $({ $($field:ident),* })? $(( $($part:ident),* ))?),* $(,)? }) => {
        impl $crate::packed::Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $({ $($field),* })? $(( $($part),* ))? => {
                        out.push($tag);
                        $($($crate::packed::Packed::pack($field, out);)*)?
                        $($($crate::packed::Packed::pack($part, out);)*)?
                    })*
                }
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                match u8::unpack(from)? {
                    $($tag => Some(Self::$variant
                        $({ $($field: $crate::packed::Packed::unpack(from)?),* })?
                        $(( $({ let $part = $crate::packed::Packed::unpack(from)?; $part }),* ))?
                    ),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use packed;

/// Seven bits a byte, the lowest first.
fn pack_number(mut number: u128, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn unpack_number(from: &mut &[u8]) -> Option<u128> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        number |= u128::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

macro_rules! numbers {
    ($($number:ty as $bits:ty),*) => { $(
        impl Packed for $number {
            fn pack(&self, out: &mut Vec<u8>) {
                pack_number(u128::from(*self as $bits), out);
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                <$bits>::try_from(unpack_number(from)?).ok().map(|bits| bits as Self)
            }
        }
    )* };
}
numbers!(u8 as u8, i8 as u8, u16 as u16, u32 as u32, i32 as u32, i64 as u64, u128 as u128);

impl Packed for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push((*self).into());
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some(u8::unpack(from)? != 0)
    }
}

impl Packed for char {
    fn pack(&self, out: &mut Vec<u8>) {
        u32::from(*self).pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Self::from_u32(u32::unpack(from)?)
    }
}

impl Packed for String {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_number(self.len() as u128, out);
        out.extend(self.as_bytes());
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(unpack_number(from)?).ok()?;
        let (text, rest) = from.split_at_checked(length)?;
        *from = rest;
        Self::from_utf8(text.to_vec()).ok()
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_number(self.len() as u128, out);
        self.iter().for_each(|item| item.pack(out));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(unpack_number(from)?).ok()?;
        // Every item takes a byte at least.
        let mut items = Self::with_capacity(length.min(from.len()));
        for _ in 0..length {
            items.push(T::unpack(from)?);
        }
        Some(items)
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some(if bool::unpack(from)? { Some(T::unpack(from)?) } else { None })
    }
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    fn pack(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(out));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let items: Option<Vec<T>> = (0..N).map(|_| T::unpack(from)).collect();
        items?.try_into().ok()
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_their_ends_come_back() {
        fn same<T: Packed + PartialEq + std::fmt::Debug>(value: T) {
            let mut bytes = Vec::new();
            value.pack(&mut bytes);
            let mut rest = &*bytes;
            assert_eq!(T::unpack(&mut rest), Some(value));
            assert!(rest.is_empty());
            let mut cut = &bytes[..bytes.len() - 1];
            assert_eq!(T::unpack(&mut cut), None);
        }
        for number in [0, 1, 127, 128, u128::MAX] {
            same(number);
        }
        for number in [i8::MIN, -1, 0, i8::MAX] {
            same(number);
        }
        same((i64::MIN, [-1i32, i32::MAX]));
        same(vec![Some("grüße".to_owned()), None]);
        same(('♘', false));
        assert_eq!(u8::unpack(&mut &[0x80, 0x02][..]), None, "too large");
        assert_eq!(char::unpack(&mut &[0xff, 0xff, 0xff][..]), None, "without an end");
    }
}
