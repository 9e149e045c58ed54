import Foundation
import SQLite
import Testing

@testable import VisualSearch
@testable import store_writer

/// The program that writes ``Work`` into a store, run as a process that may be killed or disturbed.
final class StoreWriterProcess {
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "store-writer")
    static let strace = ["/usr/bin/strace", "/usr/local/bin/strace"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let process = Process()
    private let output = Pipe()
    private var first = Data()

    init(_ path: String, batches: Int, tracing options: [String]? = nil) throws {
        let program = StoreWriterProcess.program.path(percentEncoded: false)
        if let options, let strace = StoreWriterProcess.strace {
            process.executableURL = URL(filePath: strace)
            process.arguments = options + [program, path, "\(batches)"]
        } else {
            process.executableURL = URL(filePath: program)
            process.arguments = [path, "\(batches)"]
        }
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Waits until it has written something.
    func waitForFirst() { first = output.fileHandleForReading.availableData }

    /// Kills it without warning.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end; gives the numbers it has acknowledged and everything it said.
    func finish() -> (acknowledged: [Int], said: String, status: Int32, wasKilled: Bool) {
        let said = String(decoding: first + output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = said.split(separator: "\n").compactMap { Int($0) }
        return (numbers, said, process.terminationStatus, process.terminationReason == .uncaughtSignal)
    }
}

/// The contents that a store must have after a number of batches.
struct WorkModel {
    private let work = Work()
    private(set) var number = 0
    private(set) var items: [String: StoredItem] = [:]

    private(set) var removed: [String: StoredItem] = [:]

    mutating func advance(to target: Int) {
        while number < target {
            remove(for: number + 1)
            restore(for: number + 1)
            number += 1
            for item in work.upserts(number) { items[item.item.id] = item }
        }
    }

    private mutating func remove(for number: Int) {
        if let item = items.removeValue(forKey: work.removal(number)) { removed[item.item.id] = item }
    }

    private mutating func restore(for number: Int) {
        guard let id = work.restoration(number), items[id] == nil else { return }
        items[id] = removed.removeValue(forKey: id)
    }

    /// The state of the store, which may also be after the removal or the restoration before the next batch.
    func expectSame(_ store: CatalogStore, _ note: Comment) throws {
        try store.read { snapshot throws(SearchError) in
            var found: [String: StoredItem] = [:]
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot), let picture = try snapshot.picture(at: slot) else {
                    continue
                }
                let fingerprint = try ItemReading(database: snapshot.database).fingerprint(at: slot)
                found[item.id] = StoredItem(item, picture: picture, fingerprint: fingerprint)
            }
            var gone: [String: StoredItem] = [:]
            let reading = RemovedReading(database: snapshot.database)
            try snapshot.database.each("SELECT id FROM removed") { row throws(SearchError) in
                var stored = try reading.item(row.text(0))?.item
                #expect(stored?.pictures == [], note)
                stored?.pictures = nil
                gone[row.text(0)] = stored
            }
            var states = [self, self, self]
            states[1].remove(for: number + 1)
            states[2].remove(for: number + 1)
            states[2].restore(for: number + 1)
            #expect(states.contains { $0.items == found && $0.removed == gone }, note)
            #expect(snapshot.count == found.count, note)
        }
    }
}

extension CatalogStore {
    /// The number of batches of ``Work`` that were done.
    func batches() throws(SearchError) -> Int {
        let counter = try read { snapshot throws(SearchError) in try snapshot.item(Work.counter) }
        if case .int(let number) = counter?.attributes["batch"] { return number }
        return 0
    }
}
