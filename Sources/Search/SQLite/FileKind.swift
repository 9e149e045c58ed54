internal import Essentials
package import SearchAPI

/// The contents of a file of Magpie's. It is kept in the file, and each command demands it.
package enum FileKind: String, Hashable, Sendable, CaseIterable {
    case catalog, content, events
    /// Accepted insertions of a server.
    case jobs
    case steps

    /// SQLite's number for the program that a file belongs to.
    package var applicationID: Int {
        switch self {
        // Files of both have the same tables.
        case .catalog, .content: 0x4D67_7069  // "Mgpi"
        case .events: 0x4D67_7065
        case .jobs: 0x4D67_706A
        case .steps: 0x4D53_5450
        }
    }

    /// The kind in words, after "it holds".
    package var words: String {
        switch self {
        case .catalog: "a catalog"
        case .content: "content"
        case .events: "the events of a server"
        case .jobs: "insertions that a server has accepted"
        case .steps: "a hierarchy"
        }
    }

    /// The commands for files of the kind.
    private var commands: String {
        switch self {
        case .catalog: "'magpie search', 'index', 'serve' and 'store' take catalogs"
        case .content:
            "'magpie content' takes it, and 'magpie store check', 'repair', 'compact', 'backup' and 'copy' do"
        case .events: "'magpie events' and 'magpie consents' take the store that it lies beside"
        case .jobs: "'magpie serve' takes the store that it lies beside"
        case .steps: "'magpie steps' takes it"
        }
    }

    /// The kind of a file: what is noted in it or, in one of an older form, what its tables hold. Nil for one without items,
    /// which may become a catalog or content.
    ///
    /// - Throws: `store` for a database of another program.
    package static func of(_ database: Database) throws(SearchError) -> FileKind? {
        let application = try database.integer("PRAGMA application_id")
        guard let kind = allCases.first(where: { $0.applicationID == application }) else {
            throw .store(
                path: database.path, reason: "it is not a Magpie store, but an SQLite database of another program")
        }
        guard kind == .catalog else { return kind }
        if try database.hasTable("file") {
            let noted = try database.first("SELECT kind FROM file") { $0.text(0) }
            guard let noted, let kind = FileKind(rawValue: noted) else {
                throw .damaged(path: database.path, detail: "what kind of file it is cannot be read")
            }
            return kind
        }
        for table in ["modules", "content"] {
            if try database.hasRows(table) { return .content }
        }
        return try database.hasRows("items") ? .catalog : nil
    }

    /// Throws `store`, with the kind that was found and the commands for it, where a file is of another kind.
    ///
    /// - Returns: The kind of the file.
    package static func demand(_ wanted: Set<FileKind>, in database: Database) throws(SearchError) -> FileKind? {
        let kind = try of(database)
        guard let found = kind, !wanted.contains(found) else { return kind }
        let names = FileKind.allCases.filter(wanted.contains).map(\.words).joined(separator: " or ")
        throw .store(path: database.path, reason: "it holds \(found.words), not \(names); \(found.commands)")
    }
}

extension Database {
    package func hasTable(_ name: String) throws(SearchError) -> Bool {
        try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)) { _ in true } ?? false
    }

    fileprivate func hasRows(_ table: String) throws(SearchError) -> Bool {
        guard try hasTable(table) else { return false }
        return try integer("SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT 1)") > 0
    }
}
