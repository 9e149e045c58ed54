/// The command was called in a way that cannot be meant. Exit code 1.
struct UsageError: Error, Hashable, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Something that the command needs is not there. Exit code 2.
struct SetupError: Error, Hashable, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
