import Essentials

/// The result of one check of `magpie doctor`.
struct Finding: Hashable, Sendable {
    enum State: String, Sendable {
        case ok
        /// Works today, and may not tomorrow.
        case warning
        /// Keeps a server from its work, or loses data.
        case fault
    }

    let check: String
    let state: State
    let seen: String
    /// The work of the operator; nil where there is no work.
    let remedy: String?

    static func ok(_ check: String, _ seen: String) -> Finding {
        Finding(check: check, state: .ok, seen: seen, remedy: nil)
    }

    static func warning(_ check: String, _ seen: String, _ remedy: String) -> Finding {
        Finding(check: check, state: .warning, seen: seen, remedy: remedy)
    }

    static func fault(_ check: String, _ seen: String, _ remedy: String) -> Finding {
        Finding(check: check, state: .fault, seen: seen, remedy: remedy)
    }
}

extension Path {
    /// True where there is a file or folder that this user can see.
    var isThere: Bool { (try? FileStatus.of(self)) != nil }
}

extension Date {
    /// The whole days from this moment to another one, rounded down.
    func days(to other: Date) -> Int { Int((other.timeIntervalSince(self) / 86_400).rounded(.down)) }

    /// The day in UTC, such as 2026-11-30.
    var day: String { formatted(.iso8601.year().month().day()) }
}
