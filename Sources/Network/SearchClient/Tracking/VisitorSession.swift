public import Foundation

/// The identity of a visitor: a name of the visitor that stays, and a name of the visit that does not.
///
/// A visit ends after 30 minutes without use and with the day (UTC). Kept in a file, both survive a restart. Never
/// blocks: the file is written on a queue of its own.
public final class VisitorSession: Sendable {
    /// The content of the file.
    private struct Names: Codable {
        var uid: String
        var sid: String
        var lastUse: Date
    }

    private struct State {
        var names: Names
        var lastWrite = Date.distantPast
    }

    private let file: URL?
    private let now: @Sendable () -> Date
    private let writing = DispatchQueue(label: "magpie.visitor-session")
    private let state: Locked<State>

    /// - Parameters:
    ///   - uid: the name of the visitor, cut to 64 characters; nil takes the one in the file, or a random one.
    ///   - file: where both are kept; nil for nowhere.
    ///   - now: the clock.
    public init(uid: String? = nil, file: URL? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        self.file = file
        self.now = now
        let stored = file.flatMap { try? Data(contentsOf: $0) }
            .flatMap { try? JSONDecoder().decode(Names.self, from: $0) }
        let given = uid.flatMap { $0.isEmpty ? nil : String($0.prefix(64)) }
        var names = Names(
            uid: given ?? stored?.uid ?? UUID().uuidString.lowercased(), sid: stored?.sid ?? "",
            lastUse: stored?.lastUse ?? .distantPast)
        if given != nil, given != stored?.uid { names.sid = "" }
        state = Locked(State(names: names))
    }

    /// The name of the visitor.
    public var uid: String { state.withLock { $0.names.uid } }

    /// The name of the visit, a new one when the last has ended. Counts as use.
    public func sid() -> String {
        let now = self.now()
        return state.withLock { state in
            let idle = now.timeIntervalSince(state.names.lastUse)
            // A clock that was set back begins a visit, too.
            let isNew = state.names.sid.isEmpty || idle < 0 || idle >= 30 * 60 || now.day != state.names.lastUse.day
            if isNew { state.names.sid = UUID().uuidString.lowercased() }
            state.names.lastUse = now
            if let file, isNew || now.timeIntervalSince(state.lastWrite) >= 60 {
                state.lastWrite = now
                let names = state.names
                writing.async { try? JSONEncoder().encode(names).write(to: file, options: .atomic) }
            }
            return state.names.sid
        }
    }

    /// Waits until all changes are in the file.
    func settle() { writing.sync {} }
}

extension Date {
    /// Days since 1970, UTC.
    fileprivate var day: Int { Int((timeIntervalSince1970 / 86400).rounded(.down)) }
}
