//! Limits as the operator sets them: `writes=60/2`.

use std::fmt;

use super::quota::{Quotas, Rate, Rates};

/// More than any machine does.
const MOST: u32 = 1_000_000;
/// What can be set.
const NAMES: &str =
    "writes, reads, openings, wishes, the same with all- before them, page-wishes, sockets, all-sockets";

/// What is no limit, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitError(String);

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LimitError {}

impl Quotas {
    /// Sets limits, each as `NAME=BURST/RATE` or `NAME=COUNT`: requests and wishes have so many at once and then so many a second, sockets a
    /// number.
    ///
    /// # Errors
    /// An unknown name, a value that is none, or one address that may do more than all.
    pub fn set<'a>(mut self, limits: impl IntoIterator<Item = &'a str>) -> Result<Self, LimitError> {
        for text in limits {
            self.set_one(text)?;
        }
        for (name, rates) in [
            ("writes", self.writes),
            ("reads", self.reads),
            ("openings", self.openings),
            ("wishes", self.wishes),
        ] {
            if let Some(Rates { each, all }) = rates
                && (each.burst > all.burst || each.per_second > all.per_second)
            {
                return Err(LimitError(format!(
                    "{name}={}/{} is more than all together have, {}/{}: set all-{name} too",
                    each.burst, each.per_second, all.burst, all.per_second
                )));
            }
        }
        // Where there are no limits, one may have as many as all.
        if self.sockets != usize::MAX && self.sockets > self.all_sockets {
            return Err(LimitError(format!(
                "sockets={} is more than all together have, {}: set all-sockets too",
                self.sockets, self.all_sockets
            )));
        }
        Ok(self)
    }

    fn set_one(&mut self, text: &str) -> Result<(), LimitError> {
        let shown: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
        let Some((name, value)) = text.split_once('=') else {
            return Err(LimitError(format!(
                "`{shown}` is not NAME=VALUE, such as writes=60/2 or sockets=300"
            )));
        };
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|number| digits && (1..=MOST).contains(number))
        };
        if let "sockets" | "all-sockets" = name {
            let count = number(value).ok_or_else(|| {
                LimitError(format!("`{shown}`: {name} is a number from 1 to {MOST}, such as {name}=300"))
            })?;
            let count = count as usize;
            *(if name == "sockets" { &mut self.sockets } else { &mut self.all_sockets }) = count;
            return Ok(());
        }
        let field = match name.strip_prefix("all-").unwrap_or(name) {
            "writes" => &mut self.writes,
            "reads" => &mut self.reads,
            "openings" => &mut self.openings,
            "wishes" => &mut self.wishes,
            "page-wishes" if name == "page-wishes" => &mut None,
            _ => return Err(LimitError(format!("there is no limit `{shown}`: there are {NAMES}"))),
        };
        let rate = value
            .split_once('/')
            .and_then(|(burst, rate)| Some(Rate { burst: number(burst)?, per_second: number(rate)? }));
        let Some(rate) = rate else {
            return Err(LimitError(format!(
                "`{shown}`: {name} is BURST/RATE, so many at once and then so many a second, each from 1 to {MOST}, such as {name}=60/2"
            )));
        };
        match field {
            Some(rates) if name.starts_with("all-") => rates.all = rate,
            Some(rates) => rates.each = rate,
            None => self.page = rate,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_set_by_name() {
        let set =
            ["writes=300/10", "all-writes=4000/400", "sockets=500", "page-wishes=40/10", "wishes=900/200"];
        let quotas = Quotas::default().set(set).unwrap();
        let writes = quotas.writes.unwrap();
        assert_eq!((writes.each, writes.all.burst), (Rate { burst: 300, per_second: 10 }, 4000));
        assert_eq!((quotas.sockets, quotas.page.per_second, quotas.all_sockets), (500, 10, 20_000));
        assert_eq!(quotas.wishes.unwrap().each.per_second, 200);
        assert_eq!(quotas.reads, Quotas::default().reads);
        assert!(Quotas::none().set([]).is_ok(), "a server without limits begins");
    }

    #[test]
    fn what_is_no_limit_is_told_in_one_line() {
        for (bad, part) in [
            ("writes", "NAME=VALUE"),
            ("writes=60", "BURST/RATE"),
            ("writes=0/1", "from 1 to"),
            ("writes=+5/1", "BURST/RATE"),
            ("writes=5/99999999999", "BURST/RATE"),
            ("sockets=many", "a number"),
            ("sockets=-1", "a number"),
            ("sockets=30000", "all-sockets"),
            ("writes=3000/1", "all-writes"),
            ("all-page-wishes=1/1", "no limit"),
            ("wriets=1/1", "there are writes"),
            ("\nx=1", "no limit"),
        ] {
            let error = Quotas::default().set([bad]).unwrap_err().to_string();
            assert!(error.contains(part) && error.lines().count() == 1, "{bad}: {error}");
        }
    }
}
