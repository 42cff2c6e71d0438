//! What the system says of this program: memory, time, open files.

/// What is known; on systems without `/proc` nothing is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Usage {
    /// Memory that is in use, in bytes.
    pub(crate) memory: Option<u64>,
    /// Seconds of all processors.
    pub(crate) seconds: Option<f64>,
    /// Files and connections that are open.
    pub(crate) files: Option<u64>,
    /// So many may be open.
    pub(crate) most_files: Option<u64>,
}

impl Usage {
    pub(crate) fn now() -> Self {
        let read = |name| std::fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
        Self {
            memory: memory(&read("status")),
            seconds: seconds(&read("stat")),
            files: std::fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as u64),
            most_files: most_files(&read("limits")),
        }
    }
}

fn memory(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}

fn seconds(stat: &str) -> Option<f64> {
    /// The kernel tells programs of hundredths, whatever it counts in.
    const TICKS: f64 = 100.0;
    // The name of the program, in parentheses, may hold anything; user and system time are the 14th and 15th words.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace().skip(11);
    let mut next = || words.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / TICKS)
}

fn most_files(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_files_are_read() {
        assert_eq!(memory("Name:\ta\nVmRSS:\t   12 kB\nThreads:\t1\n"), Some(12 * 1024));
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20";
        assert_eq!(seconds(stat), Some(2.0));
        assert_eq!(
            most_files("Max open files            1024                 4096                 files"),
            Some(1024)
        );
        assert_eq!((memory(""), seconds(""), most_files("")), (None, None, None));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_program_is_seen() {
        let usage = Usage::now();
        assert!(usage.memory.is_some_and(|bytes| bytes > 100_000));
        assert!(usage.seconds.is_some() && usage.files.is_some_and(|files| files > 2), "{usage:?}");
    }
}
