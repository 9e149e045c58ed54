/// The exit code of the command. Schedulers retry a job that exits with another code than 0, so only an error that a
/// retry or a person can fix gets a code of its own.
struct ExitCode: RawRepresentable, Hashable, Sendable {
    let rawValue: Int32

    /// All inputs were processed; bad ones among good ones are results, too.
    static let done = ExitCode(rawValue: 0)
    static let usage = ExitCode(rawValue: 1)
    /// An input is missing that the call names, a list cannot be read to its end, the output folder cannot be made.
    static let setup = ExitCode(rawValue: 2)
    /// All inputs are bad, or more than `--max-errors`.
    static let tooManyErrors = ExitCode(rawValue: 3)
    /// `magpie doctor` found a fault.
    static let faults = ExitCode(rawValue: 4)
    /// The disk is full, or the process has no descriptors or memory left: free space or raise a limit, and run again, `magpie prep` with `--update`.
    static let tryAgain = ExitCode(rawValue: 75)

    /// Ended by a signal, as shells count: 130 for SIGINT, 141 for SIGPIPE, 143 for SIGTERM.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(rawValue: 128 + number) }
}

/// The call is invalid. Exit code 1.
struct UsageError: Error, Hashable, Sendable {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A file, folder or store that the command needs is missing or unusable. Exit code 2, or 75 where that may pass.
struct SetupError: Error, Hashable, Sendable {
    let message: String
    /// True where the same call may succeed later, as when the machine has no memory left, or another process the store.
    let mayPass: Bool

    init(_ message: String, mayPass: Bool = false) {
        self.message = message
        self.mayPass = mayPass
    }
}
