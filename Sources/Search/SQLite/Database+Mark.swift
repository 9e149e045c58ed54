package import SearchAPI

/// The mark that a file and its log share: the identity of the file, and the number of its last transaction.
struct FileStamp: Hashable {
    /// Before the random bytes of an identity.
    static let magic: [UInt8] = Array("MgpiFile".utf8)
    /// A number of this size takes eight bytes, and follows the identity in its row.
    static let first = 1 << 56
    static let identityBytes = 24

    var identity: [UInt8]
    var number: Int

    static func newIdentity() -> [UInt8] { magic + (0..<16).map { _ in UInt8.random(in: 0 ... .max) } }
}

extension Database {
    /// Writes the kind of this file and an identity, by which a log of another file is recognized. From now on every
    /// transaction counts itself, so that the log shows to which state of the file it belongs.
    package func mark(_ kind: FileKind) throws(SearchError) {
        guard access == .write || access == .create, identity != nil else { return }
        if try !hasTable("file") {
            try transaction { () throws(SearchError) in
                // Another process may have been quicker.
                if try hasTable("file") { return }
                try script(
                    """
                    CREATE TABLE file(
                        one INTEGER PRIMARY KEY CHECK (one = 1), kind TEXT NOT NULL, identity BLOB NOT NULL,
                        stamp INTEGER NOT NULL, unfinished TEXT)
                    """)
                try run(
                    "INSERT INTO file VALUES (1, ?, ?, ?, NULL)", .text(kind.rawValue),
                    .blob(FileStamp.newIdentity()), .integer(FileStamp.first))
            }
        }
        isMarked = true
    }

    /// Counts the transactions of a file that is marked already.
    package func countTransactions() throws(SearchError) {
        let hasMark = try hasTable("file")
        isMarked = identity != nil && hasMark
    }

    /// Gives a copy an identity of its own: the log of the original is not that of the copy.
    package func renewIdentity() throws(SearchError) {
        guard try hasTable("file") else { return }
        try run("UPDATE file SET identity = ?, stamp = ?", .blob(FileStamp.newIdentity()), .integer(FileStamp.first))
    }

    /// Notes work that leaves half a file where it ends early, or, with nil, its end.
    package func note(unfinished work: String?) throws(SearchError) {
        try run("UPDATE file SET unfinished = ?", .optional(work))
    }

    /// The work that ended before the file was whole.
    package func unfinishedWork() throws(SearchError) -> String? {
        guard try hasTable("file") else { return nil }
        return try first("SELECT unfinished FROM file") { $0.optionalText(0) } ?? nil
    }

    /// The identity and the number of the last transaction; nil in a file of an older form.
    func stamp() throws(SearchError) -> FileStamp? {
        guard try hasTable("file") else { return nil }
        return try first("SELECT identity, stamp FROM file") { FileStamp(identity: $0.bytes(0), number: $0.integer(1)) }
    }
}
