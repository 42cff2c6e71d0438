//! Plain values as bytes, for programs that are given definitions and cannot read variant files themselves.
//!
//! The bytes are for the same version of the library and for nobody else; nothing keeps them. They hold the fields one after the other and
//! nothing that names them.
//!
//! Reading does not stop where bytes are wrong: it goes on with zeros and empty lists, and [`Input`] remembers. So no half of a value has ever
//! to be given up, which was much of the code that reads.

/// Bytes that are read from the front.
pub(crate) struct Input<'a> {
    rest: &'a [u8],
    wrong: bool,
}

impl<'a> Input<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, wrong: false }
    }

    /// Whether all that was read was right, and nothing is left.
    pub(crate) const fn is_right(&self) -> bool {
        !self.wrong && self.rest.is_empty()
    }

    /// The bytes are wrong: from now on there are none.
    #[cold]
    fn fail(&mut self) {
        self.wrong = true;
        self.rest = &[];
    }

    /// The number of a variant of an enum, below `end`.
    pub(crate) fn tag(&mut self, end: u8) -> u8 {
        let tag = self.byte();
        if tag < end {
            return tag;
        }
        self.fail();
        0
    }

    fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                byte
            }
            None => {
                self.fail();
                0
            }
        }
    }
}

/// A value that can be written as bytes and read from them.
pub(crate) trait Packed: Sized {
    /// Writes the value behind what `out` holds.
    fn pack(&self, out: &mut Vec<u8>);

    /// Takes a value from the front of the bytes; any value if they are wrong.
    fn unpack(from: &mut Input<'_>) -> Self;
}

/// Writes [`Packed`] for a struct, whose fields are all named, or for an enum, whose variants are numbered.
macro_rules! packed {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::packed::Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::packed::Packed::pack($field, out);)*
            }

            #[inline(never)]
            fn unpack(from: &mut $crate::packed::Input<'_>) -> Self {
                Self { $($field: $crate::packed::Packed::unpack(from)),* }
            }
        }
    };
    (struct $name:ident(_)) => {
        impl $crate::packed::Packed for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                $crate::packed::Packed::pack(&self.0, out);
            }

            fn unpack(from: &mut $crate::packed::Input<'_>) -> Self {
                Self($crate::packed::Packed::unpack(from))
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

            #[inline(never)]
            fn unpack(from: &mut $crate::packed::Input<'_>) -> Self {
                const TAGS: u8 = [$($tag),*].len() as u8;
                match from.tag(TAGS) {
                    $($tag => Self::$variant
                        $({ $($field: $crate::packed::Packed::unpack(from)),* })?
                        $(( $({ let $part = $crate::packed::Packed::unpack(from); $part }),* ))?
                    ,)*
                    _ => unreachable!("tags count from 0"),
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

#[inline(never)]
fn unpack_number(from: &mut Input<'_>) -> u128 {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let byte = from.byte();
        number |= u128::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return number;
        }
    }
    from.fail();
    0
}

/// How many items or bytes follow: each takes a byte at least.
#[inline(never)]
fn unpack_length(from: &mut Input<'_>) -> usize {
    let length = unpack_number(from);
    if length > from.rest.len() as u128 {
        from.fail();
        return 0;
    }
    length as usize
}

macro_rules! numbers {
    ($($number:ty as $bits:ty),*) => { $(
        impl Packed for $number {
            fn pack(&self, out: &mut Vec<u8>) {
                pack_number(u128::from(*self as $bits), out);
            }

            fn unpack(from: &mut Input<'_>) -> Self {
                let number = unpack_number(from);
                if number > u128::from(<$bits>::MAX) {
                    from.fail();
                }
                number as $bits as Self
            }
        }
    )* };
}
numbers!(u8 as u8, i8 as u8, u16 as u16, u32 as u32, i32 as u32, i64 as u64, u128 as u128);

impl Packed for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        out.push((*self).into());
    }

    fn unpack(from: &mut Input<'_>) -> Self {
        from.byte() != 0
    }
}

impl Packed for char {
    fn pack(&self, out: &mut Vec<u8>) {
        u32::from(*self).pack(out);
    }

    fn unpack(from: &mut Input<'_>) -> Self {
        Self::from_u32(u32::unpack(from)).unwrap_or_else(|| {
            from.fail();
            '\0'
        })
    }
}

impl Packed for String {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_number(self.len() as u128, out);
        out.extend(self.as_bytes());
    }

    #[inline(never)]
    fn unpack(from: &mut Input<'_>) -> Self {
        let length = unpack_length(from);
        let (text, rest) = from.rest.split_at(length);
        from.rest = rest;
        Self::from_utf8(text.to_vec()).unwrap_or_else(|_| {
            from.fail();
            Self::new()
        })
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        pack_number(self.len() as u128, out);
        self.iter().for_each(|item| item.pack(out));
    }

    #[inline(never)]
    fn unpack(from: &mut Input<'_>) -> Self {
        let length = unpack_length(from);
        let mut list = Self::new();
        // Room is made for what was read: an item may be far larger than the byte that it takes at least.
        while list.len() < length && !from.wrong {
            list.push(T::unpack(from));
        }
        list
    }
}

impl<T: Packed> Packed for Option<T> {
    fn pack(&self, out: &mut Vec<u8>) {
        self.is_some().pack(out);
        self.iter().for_each(|value| value.pack(out));
    }

    fn unpack(from: &mut Input<'_>) -> Self {
        bool::unpack(from).then(|| T::unpack(from))
    }
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    fn pack(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(out));
    }

    fn unpack(from: &mut Input<'_>) -> Self {
        std::array::from_fn(|_| T::unpack(from))
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(from: &mut Input<'_>) -> Self {
        (A::unpack(from), B::unpack(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Packed>(bytes: &[u8]) -> Option<T> {
        let mut input = Input::new(bytes);
        let value = T::unpack(&mut input);
        input.is_right().then_some(value)
    }

    #[test]
    fn numbers_at_their_ends_come_back() {
        fn same<T: Packed + PartialEq + std::fmt::Debug>(value: T) {
            let mut bytes = Vec::new();
            value.pack(&mut bytes);
            assert_eq!(read(&bytes), Some(value));
            assert_eq!(read::<T>(&bytes[..bytes.len() - 1]), None);
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
        assert_eq!(read::<u8>(&[0x80, 0x02]), None, "too large");
        assert_eq!(read::<char>(&[0xff, 0xff, 0xff]), None, "without an end");
        assert_eq!(read::<Vec<u8>>(&[5, 1]), None, "longer than all");
    }
}
