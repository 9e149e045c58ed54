internal import SQLite

extension CatalogStore {
    /// Keeps modules of content by name, in place of earlier ones of the same names; nil removes one. The text of a module
    /// is JSON that only content itself reads.
    ///
    /// - Parameters:
    ///   - items: Content whose attributes have other kinds by the new modules, stored anew in the same transaction; all
    ///     of it is there. Default none.
    ///   - types: The kinds of attributes that only this content has.
    package func define(
        modules: [String: String?], rewriting items: [StoredItem] = [], types: [String: AttributeType] = [:]
    ) throws(SearchError) {
        try edit { edit throws(SearchError) in
            edit.isChanged = true
            for item in items {
                var bare = item
                bare.item.attributes = [:]
                if let problem = try edit.put(bare) { throw problem }
            }
            for (name, type) in types where edit.fields[name] != nil { try edit.define(name, as: type) }
            for item in items {
                if let problem = try edit.put(item) { throw problem }
            }
            try edit.database.keep(modules, in: "modules")
        }
    }

    /// Adds content or replaces it, as ``upsert(_:)`` does, and notes in the same transaction the part of a file that has
    /// come in by it.
    package func upsert(_ items: [StoredItem], from progress: ImportProgress) throws(SearchError) -> [SearchError?] {
        try edit { edit throws(SearchError) in
            let results = try items.map { item throws(SearchError) in try edit.put(item) }
            edit.isChanged = true
            try edit.database.note(progress)
            return results
        }
    }

    /// Notes imports of files, as another store has them.
    func note(imports: [ImportProgress]) throws(SearchError) {
        if imports.isEmpty { return }
        try write { database throws(SearchError) in for progress in imports { try database.note(progress) } }
    }

    /// Forgets the imports of a file, so that the next one begins at its first row.
    package func forgetImport(of file: String) throws(SearchError) {
        try write { database throws(SearchError) in
            try database.run("DELETE FROM imports WHERE file = ?", .text(file))
        }
    }
}

/// The part of a file that has come in.
package struct ImportProgress: Hashable, Sendable {
    /// The name of the file, and of what it is read as.
    package var file: String
    /// The state of the file, by which another one of the same name is noticed.
    package var mark: String
    /// The rows that have come in or were refused.
    package var rows: Int

    package init(file: String, mark: String, rows: Int) {
        self.file = file
        self.mark = mark
        self.rows = rows
    }
}

extension Snapshot {
    /// The modules of content by name, as JSON; nil for one that is damaged.
    package func modules() throws(SearchError) -> [String: String?] { try database.modules() }

    /// The content in a slot; nil for a slot without content.
    ///
    /// - Throws: `damaged` for content that is not what was stored.
    package func content(at slot: Int) throws(SearchError) -> StoredContent? {
        if let content = try database.content(at: slot) { return content }
        guard try database.content(at: slot, onlyIfSound: false) != nil else { return nil }
        throw .damaged(path: store.path, detail: "the content in row \(slot)")
    }

    /// The progress of the import of a file; nil where none has begun.
    package func importProgress(of file: String) throws(SearchError) -> ImportProgress? {
        try database.first("SELECT mark, rows FROM imports WHERE file = ?", .text(file)) {
            ImportProgress(file: file, mark: $0.text(0), rows: $0.integer(1))
        }
    }
}

extension Edit {
    func write(_ content: StoredContent, at slot: Int) throws(SearchError) {
        // `OR REPLACE` would begin a savepoint for its foreign key, before which the indexes of words write out what they
        // gathered: for each item.
        try database.run(
            """
            INSERT INTO content VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT(slot) DO UPDATE SET head = ?2, content = ?3, checksum = ?4
            """, .integer(slot), .text(content.head), .text(content.values), .integer(content.checksum))
    }

    /// Returns false where the slot has none.
    func removeContent(at slot: Int) throws(SearchError) -> Bool {
        guard try database.first("SELECT 1 FROM content WHERE slot = ?", .integer(slot), body: { _ in true }) != nil
        else { return false }
        try database.run("DELETE FROM content WHERE slot = ?", .integer(slot))
        return true
    }
}

extension Database {
    /// The modules by name; nil for one that is damaged.
    func modules() throws(SearchError) -> [String: String?] { try hasContent() ? records(in: "modules") : [:] }

    /// Notes the part of a file that has come in.
    func note(_ progress: ImportProgress) throws(SearchError) {
        try run(
            "INSERT OR REPLACE INTO imports VALUES (?, ?, ?)", .text(progress.file), .text(progress.mark),
            .integer(progress.rows))
    }

    /// The progress of the imports of files.
    func imports() throws(SearchError) -> [ImportProgress] {
        guard try hasContent() else { return [] }
        return try all("SELECT file, mark, rows FROM imports ORDER BY file") {
            ImportProgress(file: $0.text(0), mark: $0.text(1), rows: $0.integer(2))
        }
    }

    func content(at slot: Int, onlyIfSound: Bool = true) throws(SearchError) -> StoredContent? {
        guard try hasContent() else { return nil }
        let found = try first("SELECT head, content, checksum FROM content WHERE slot = ?", .integer(slot)) { row in
            (StoredContent(head: row.text(0), values: row.text(1)), row.integer(2))
        }
        guard let (content, sum) = found, !onlyIfSound || content.checksum == sum else { return nil }
        return content
    }

    /// Files of older forms, opened for reading, have no place for it.
    private func hasContent() throws(SearchError) -> Bool { try integer("PRAGMA user_version") >= 7 }
}
