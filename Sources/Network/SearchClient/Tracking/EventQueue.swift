internal import Foundation
internal import WireFormat

/// Events that wait to be sent, in memory and, where a file is named, on disk.
///
/// The file holds JSON lines and only grows: a line for each event, a line for each delivery. It is rewritten, whole or
/// not at all, when most of it is history. A last line that was cut off by a crash is counted and left out. One process
/// at a time may use a file. Only ``settle()`` waits for the disk.
///
/// Safe: all state is read and written under the lock, the file handle on `writing` only.
final class EventQueue: @unchecked Sendable {
    struct Waiting: Hashable, Sendable {
        var id: Int
        var uid: String
        /// Members of the event, `sid` among them.
        var event: [String: JSONValue]
    }

    private let lock = NSLock()
    private let writing = DispatchQueue(label: "magpie.event-queue")
    private let file: URL?
    private let limit: Int
    private let failed: @Sendable (String) -> Void
    private var waiting: ArraySlice<Waiting> = []
    private var nextID = 1
    private var doneLines = 0
    private var handle: FileHandle?
    /// Lines of the file that could not be read when it was opened.
    let unreadableLines: Int

    /// - Parameter failed: Receives, on a queue of this object, the reason why events could not be written.
    init(file: URL?, limit: Int, failed: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.failed = failed
        let data = file.flatMap { try? Data(contentsOf: $0) }
        let path = file?.path(percentEncoded: false) ?? ""
        // A file with events that cannot be read is left alone.
        let isUsable = data != nil || !FileManager.default.fileExists(atPath: path)
        self.file = isUsable ? file : nil
        let (events, last, unreadable) = data.map(Self.read) ?? ([], 0, 0)
        waiting = events[...]
        // Above every delivery as well: where the file cannot be written anew, those lines stay in it.
        nextID = last + 1
        unreadableLines = unreadable
        if data != nil { rewrite() }
        if !isUsable { failed("\(path) cannot be read") }
    }

    var count: Int { lock.withLock { waiting.count } }

    /// Appends an event. Returns false when the queue is full.
    func append(_ event: [String: JSONValue], uid: String) -> Bool {
        lock.withLock {
            guard waiting.count < limit else { return false }
            let entry = Waiting(id: nextID, uid: uid, event: event)
            nextID += 1
            waiting.append(entry)
            if file != nil { writing.async { self.write(entry.line) } }
            return true
        }
    }

    /// The oldest events, of one visitor.
    func first(_ count: Int) -> [Waiting] {
        lock.withLock { Array(waiting.prefix(count).prefix { $0.uid == waiting.first?.uid }) }
    }

    /// Forgets the oldest events, up to the one named.
    func remove(through id: Int) {
        lock.withLock {
            let before = waiting.count
            waiting = waiting.drop { $0.id <= id }
            guard file != nil else { return }
            doneLines += before - waiting.count + 1
            if waiting.isEmpty || doneLines > max(1000, waiting.count) {
                doneLines = 0
                rewrite()
            } else {
                writing.async { self.write(Self.line(["done": .int(id)])) }
            }
        }
    }

    /// Waits until all is on disk.
    func settle() { writing.sync {} }

    /// Numbers that a queue gives. It never comes to the end of them; a line with another one was not written by it.
    private static let ids = 1...Int.max / 2

    /// Waiting events, the last sequence number, and the count of unreadable lines.
    private static func read(_ data: Data) -> (events: [Waiting], last: Int, unreadable: Int) {
        var events: [Waiting] = []
        var (done, last, unreadable) = (0, 0, 0)
        for line in data.split(separator: UInt8(ascii: "\n")) {
            guard let json = try? JSONValue(parsing: line), case .object(let members) = json else {
                unreadable += 1
                continue
            }
            if case .int(let id) = members["done"], ids.contains(id) {
                done = max(done, id)
            } else if case .int(let id) = members["id"], ids.contains(id), case .string(let uid) = members["uid"],
                case .object(let event) = members["event"]
            {
                events.append(Waiting(id: id, uid: uid, event: event))
                last = max(last, id)
            } else {
                unreadable += 1
            }
        }
        return (events.filter { $0.id > done }, max(done, last), unreadable)
    }

    /// Rewrites the file with the waiting events. Called under the lock or before any other thread uses this object.
    private func rewrite() {
        let entries = waiting
        writing.async {
            guard let file = self.file else { return }
            do {
                try? self.handle?.close()
                self.handle = nil
                try Data(entries.flatMap(\.line)).write(to: file, options: .atomic)
            } catch {
                self.failed("\(error)")
            }
        }
    }

    private func write(_ line: [UInt8]) {
        guard let file else { return }
        do {
            if handle == nil {
                let path = file.path(percentEncoded: false)
                if !FileManager.default.fileExists(atPath: path) { try Data().write(to: file) }
                handle = try FileHandle(forWritingTo: file)
                try handle?.seekToEnd()
            }
            try handle?.write(contentsOf: Data(line))
        } catch {
            failed("\(error)")
        }
    }

    fileprivate static func line(_ members: [String: JSONValue]) -> [UInt8] {
        JSONValue.object(members).encoded + [UInt8(ascii: "\n")]
    }
}

extension EventQueue.Waiting {
    fileprivate var line: [UInt8] { EventQueue.line(["id": .int(id), "uid": .string(uid), "event": .object(event)]) }
}
