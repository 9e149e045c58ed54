public import Foundation

/// The identity of a visitor: a name of the visitor that stays, and a name of the visit that does not.
///
/// A visit ends after 30 minutes without use and with the day (UTC). Kept in a file, both survive a restart. Never
/// blocks: the file is written on a queue of its own.
///
/// Safe: `state` is read and written under the lock only.
public final class VisitorSession: @unchecked Sendable {
    private struct State: Codable {
        var uid: String
        var sid: String
        var lastUse: Date
    }

    private let lock = NSLock()
    private let file: URL?
    private let now: @Sendable () -> Date
    private let writing = DispatchQueue(label: "magpie.visitor-session")
    private var state: State
    private var lastWrite = Date.distantPast

    /// - Parameters:
    ///   - uid: the name of the visitor, cut to 64 characters; nil takes the one in the file, or a random one.
    ///   - file: where both are kept; nil for nowhere.
    ///   - now: the clock.
    public init(uid: String? = nil, file: URL? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.file = file
        self.now = now
        let stored = file.flatMap { try? Data(contentsOf: $0) }
            .flatMap { try? JSONDecoder().decode(State.self, from: $0) }
        let given = uid.flatMap { $0.isEmpty ? nil : String($0.prefix(64)) }
        state = State(
            uid: given ?? stored?.uid ?? UUID().uuidString.lowercased(), sid: stored?.sid ?? "",
            lastUse: stored?.lastUse ?? .distantPast)
        if given != nil, given != stored?.uid { state.sid = "" }
    }

    /// The name of the visitor.
    public var uid: String { lock.withLock { state.uid } }

    /// The name of the visit, a new one when the last has ended. Counts as use.
    public func sid() -> String {
        let now = self.now()
        return lock.withLock {
            let idle = now.timeIntervalSince(state.lastUse)
            // A clock that was set back begins a visit, too.
            let isNew = state.sid.isEmpty || idle < 0 || idle >= 30 * 60 || now.day != state.lastUse.day
            if isNew { state.sid = UUID().uuidString.lowercased() }
            state.lastUse = now
            if let file, isNew || now.timeIntervalSince(lastWrite) >= 60 {
                lastWrite = now
                let state = self.state
                writing.async { try? JSONEncoder().encode(state).write(to: file, options: .atomic) }
            }
            return state.sid
        }
    }

    /// Waits until what was changed is in the file.
    func settle() { writing.sync {} }
}

extension Date {
    /// Days since 1970, UTC.
    fileprivate var day: Int { Int((timeIntervalSince1970 / 86400).rounded(.down)) }
}
