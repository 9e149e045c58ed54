internal import Essentials
internal import SQLite
package import SearchServer
package import ViSearchAPI

/// The accepted insertions, on disk until they are finished, and the outcomes of recent ones.
///
/// An entry that ``add(_:)`` has returned for survives the end of the process. It leaves the file in the same
/// transaction that counts it as finished, so that each is counted once; one that was written to the catalog but not
/// yet counted when the process ended is processed again, which changes nothing.
package final class JobStore: Sendable {
    /// An image to insert, or attributes to change.
    package struct Entry: Hashable, Sendable {
        package var name: String
        package var url: String?
        /// As text; an empty one removes the attribute.
        package var values: [String: String]
        /// The bytes of the picture, where they came with the request.
        package var picture: [UInt8]?

        package init(_ name: String, url: String? = nil, values: [String: String] = [:], picture: [UInt8]? = nil) {
            self.name = name
            self.url = url
            self.values = values
            self.picture = picture
        }
    }

    /// A waiting entry, and its number in the queue.
    struct Waiting: Hashable, Sendable {
        var place: Int
        var transaction: Int
        var entry: Entry
    }

    /// The capacity: the most waiting entries, the most bytes of their pictures, and the most jobs whose outcome is
    /// kept.
    package struct Capacity: Hashable, Sendable {
        package var entries = 20_000
        package var bytes = 1 << 30
        /// The latest ones; those that are not done are remembered in any case.
        package var jobs = 10_000

        package init() {}
    }

    /// `bytes` stands before what may be long: a column behind a picture is reached through all pages of the picture.
    private static let form = """
        CREATE TABLE jobs(
            id INTEGER PRIMARY KEY, total INTEGER NOT NULL, done INTEGER NOT NULL, failed INTEGER NOT NULL,
            started INTEGER NOT NULL, updated INTEGER NOT NULL);
        CREATE TABLE waiting(
            place INTEGER PRIMARY KEY AUTOINCREMENT, job INTEGER NOT NULL REFERENCES jobs, bytes INTEGER NOT NULL,
            name TEXT NOT NULL, url TEXT, fields TEXT NOT NULL, picture BLOB);
        CREATE INDEX waiting_by_name ON waiting(name);
        CREATE TABLE failures(
            job INTEGER NOT NULL REFERENCES jobs, place INTEGER NOT NULL, name TEXT NOT NULL, code INTEGER,
            message TEXT NOT NULL, PRIMARY KEY(job, place)) WITHOUT ROWID;
        """

    /// The newest form of the file.
    package static let version = 1

    private let database: Locked<Database>
    private let capacity: Capacity
    /// Nil for one in memory.
    private let sole: SoleWork?

    /// Opens the file at `path`, or makes it. It is this process's alone until ``release()``: two that do the same
    /// insertions would undo each other's removals. Others may read it, for a backup.
    package init(path: String, capacity: Capacity = Capacity()) throws(SearchError) {
        sole = path == ":memory:" ? nil : try JobStore.alone(with: path)
        let database = try Database.sideFile(path, kind: .jobs, steps: [JobStore.form])
        // An acknowledged insert is on the disk, not only on its way there.
        try database.script("PRAGMA synchronous = FULL")
        self.database = Locked(database)
        self.capacity = capacity
    }

    /// Waits a moment for a server that is about to end.
    private static func alone(with path: String) throws(SearchError) -> SoleWork {
        let end = ContinuousClock.now + .seconds(2)
        while true {
            if let sole = try SoleWork("serving", on: path) { return sole }
            guard .now < end else {
                throw .store(
                    path: path, reason: "another process has it; stop that one if it is a server, or try again")
            }
            usleep(20_000)
        }
    }

    /// Lets another process do the insertions.
    func release() { sole?.end() }

    /// Ends the use of the file. Every later call throws `store`.
    func close() { database.withLock { $0.end() } }

    /// Accepts entries; returns the name of the transaction, or nil when the capacity is exceeded. They are on disk
    /// when it returns.
    ///
    /// Names grow with time and stay below 2^53, so that JavaScript reads them right.
    package func add(_ entries: [Entry]) throws(SearchError) -> Int? {
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                let bytes = entries.reduce(0) { $0 + $1.bytes }
                let waiting = try database.integer("SELECT count(*) FROM waiting")
                let held = try database.integer("SELECT coalesce(sum(bytes), 0) FROM waiting")
                if !entries.isEmpty, waiting + entries.count > capacity.entries || held + bytes > capacity.bytes {
                    return nil
                }
                let now = Date.now.inMilliseconds
                let last = try database.integer("SELECT coalesce(max(id), 0) FROM jobs")
                let id = max(now * 1000, last + 1)
                try database.run(
                    "INSERT INTO jobs VALUES (?, ?, 0, 0, ?, ?)", .integer(id), .integer(entries.count),
                    .integer(now), .integer(now))
                for entry in entries {
                    try database.run(
                        """
                        INSERT INTO waiting(job, name, url, fields, picture, bytes) VALUES (?, ?, ?, ?, ?, ?)
                        """,
                        .integer(id), .text(entry.name), .optional(entry.url), .text(entry.values.asJSON),
                        .optional(entry.picture), .integer(entry.bytes))
                }
                try forgetOld(database)
                return id
            }
        }
    }

    /// Returns the entries that were accepted after a number, without their pictures.
    func line(after place: Int) throws(SearchError) -> [InsertionLine.Entry] {
        try database.withLock { database throws(SearchError) in
            var found: [InsertionLine.Entry] = []
            try database.each(
                """
                SELECT place, name, CASE WHEN picture IS NULL THEN url END FROM waiting
                WHERE place > ? ORDER BY place
                """, .integer(place)
            ) { row in
                let url = row.optionalText(2).flatMap { FetchURL($0) }
                let host = url?.scheme == .file ? nil : url?.hostText
                found.append(InsertionLine.Entry(place: row.integer(0), name: row.text(1), host: host))
            }
            return found
        }
    }

    /// Returns the entry of a number; nil if it was dropped meanwhile.
    func entry(at place: Int) throws(SearchError) -> Waiting? {
        try database.withLock { database throws(SearchError) in
            try database.first(
                "SELECT place, job, name, url, fields, picture FROM waiting WHERE place = ?", .integer(place)
            ) { row throws(SearchError) in try Waiting(row, path: database.path) }
        }
    }

    /// Returns those of the numbers that are still waiting: others were dropped meanwhile.
    func stillWaiting(_ places: [Int]) throws(SearchError) -> Set<Int> {
        try database.withLock { database throws(SearchError) in
            var found: Set<Int> = []
            for place in places {
                let isThere = try database.first("SELECT 1 FROM waiting WHERE place = ?", .integer(place)) { _ in true }
                if isThere == true { found.insert(place) }
            }
            return found
        }
    }

    /// Counts entries as done, or as failed with a reason.
    package func finish(_ outcomes: [(place: Int, fault: ViSearch.Fault?)]) throws(SearchError) {
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                for (place, fault) in outcomes { try finish(place, fault, database) }
            }
        }
    }

    /// Drops the waiting entries under these names, because a client removes them.
    package func giveUp(_ names: [String]) throws(SearchError) {
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                for name in names {
                    var places: [Int] = []
                    try database.each("SELECT place FROM waiting WHERE name = ?", .text(name)) { row in
                        places.append(row.integer(0))
                    }
                    for place in places { try finish(place, .unknownImage, database) }
                }
            }
        }
    }

    /// Returns true if an entry waits under this name.
    func isWaiting(_ name: String) throws(SearchError) -> Bool {
        try database.withLock { database throws(SearchError) in
            try database.first("SELECT 1 FROM waiting WHERE name = ? LIMIT 1", .text(name)) { _ in true } ?? false
        }
    }

    /// Returns the number of waiting entries.
    func count() throws(SearchError) -> Int {
        try database.withLock { database throws(SearchError) in try database.integer("SELECT count(*) FROM waiting") }
    }

    /// Returns the progress of a transaction; nil for an unknown name.
    func progress(
        of transaction: Int, errorPage: Int = 1, errorLimit: Int = 10
    ) throws(SearchError) -> ViSearch.Progress? {
        try database.withLock { database throws(SearchError) in
            let found = try database.first(
                "SELECT total, done, failed, started, updated FROM jobs WHERE id = ?", .integer(transaction)
            ) { row in
                let (total, done, failed) = (row.integer(0), row.integer(1), row.integer(2))
                return ViSearch.Progress(
                    transaction: String(transaction), percent: total == 0 ? 100 : (done + failed) * 100 / total,
                    total: total, successCount: done, failCount: failed,
                    started: Date(timeIntervalSince1970: Double(row.integer(3)) / 1000),
                    updated: Date(timeIntervalSince1970: Double(row.integer(4)) / 1000))
            }
            guard var progress = found, progress.failCount > 0 else { return found }
            let skipped = (errorPage - 1).multipliedReportingOverflow(by: errorLimit)
            try database.each(
                "SELECT name, code, message FROM failures WHERE job = ? ORDER BY place LIMIT ? OFFSET ?",
                .integer(transaction), .integer(errorLimit), .integer(skipped.overflow ? Int.max : skipped.partialValue)
            ) { row in
                let fault = ViSearch.Fault(code: row.optionalInteger(1), row.text(2))
                progress.faults.append(ViSearch.ImageFault(fault, name: row.text(0)))
            }
            progress.errorPage = errorPage
            progress.errorLimit = errorLimit
            return progress
        }
    }

    private func finish(_ place: Int, _ fault: ViSearch.Fault?, _ database: Database) throws(SearchError) {
        let waiting = try database.first("SELECT job, name FROM waiting WHERE place = ?", .integer(place)) {
            ($0.integer(0), $0.text(1))
        }
        guard let (job, name) = waiting else { return }
        try database.run("DELETE FROM waiting WHERE place = ?", .integer(place))
        try database.run(
            "UPDATE jobs SET done = done + ?, failed = failed + ?, updated = ? WHERE id = ?",
            .integer(fault == nil ? 1 : 0), .integer(fault == nil ? 0 : 1), .integer(Date.now.inMilliseconds),
            .integer(job))
        guard let fault else { return }
        try database.run(
            "INSERT INTO failures VALUES (?, ?, ?, ?, ?)", .integer(job), .integer(place), .text(name),
            .optional(fault.code), .text(fault.text))
    }

    /// Of jobs that are done only the latest are remembered.
    private func forgetOld(_ database: Database) throws(SearchError) {
        let oldest = try database.first(
            "SELECT id FROM jobs ORDER BY id DESC LIMIT 1 OFFSET ?", .integer(capacity.jobs)
        ) { $0.integer(0) }
        guard let oldest else { return }
        try database.run(
            "DELETE FROM failures WHERE job IN (SELECT id FROM jobs WHERE id <= ? AND done + failed = total)",
            .integer(oldest))
        try database.run("DELETE FROM jobs WHERE id <= ? AND done + failed = total", .integer(oldest))
    }
}

extension JobStore.Waiting {
    /// Reads the columns `place, job, name, url, fields, picture`.
    ///
    /// - Throws: `damaged` where the attributes cannot be read: without them the item would be another one.
    fileprivate init(_ row: Statement, path: String) throws(SearchError) {
        guard let values = [String: String](json: row.text(4)) else {
            throw .damaged(path: path, detail: "the attributes of the insertion at place \(row.integer(0)) are no JSON")
        }
        let entry = JobStore.Entry(
            row.text(2), url: row.optionalText(3), values: values, picture: row.optionalBytes(5))
        self.init(place: row.integer(0), transaction: row.integer(1), entry: entry)
    }
}

extension JobStore.Entry {
    fileprivate var bytes: Int {
        (picture?.count ?? 0) + values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    }
}

extension Date {
    /// Since 1970.
    var inMilliseconds: Int { Int(timeIntervalSince1970 * 1000) }
}

extension [String: String] {
    fileprivate var asJSON: String {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    fileprivate init?(json: String) {
        guard let values = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8)) else { return nil }
        self = values
    }
}
