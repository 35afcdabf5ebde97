//! The command line: parse nothing, decide little, print. The only room with files and clocks.

/// Runs the command line and returns the exit status: 0 fine, 1 the file has errors or a check failed, 2 usage or IO.
pub fn run(args: impl IntoIterator<Item = std::ffi::OsString>) -> u8 {
    let _ = args;
    0
}
