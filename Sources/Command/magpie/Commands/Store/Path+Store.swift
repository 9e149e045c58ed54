import SQLite
import VisualSearch

extension Path {
    /// Opens a store for changes.
    ///
    /// - Parameter kind: What the file has to hold; nil for a catalog or content.
    func store(_ kind: FileKind? = .catalog) throws -> CatalogStore {
        if isMilvus { return try engine(.readWrite).store }
        return try CatalogStore(path: text, kind: kind, willIndexWords: StorePlace.noteWordIndex)
    }

    /// Opens a store for reading.
    ///
    /// - Parameter kind: What the file has to hold; nil for a catalog or content.
    func storeToRead(_ kind: FileKind? = .catalog) throws -> CatalogStore {
        if isMilvus { return try engine(.readOnly).store }
        return try CatalogStore(path: text, mode: .readOnly, kind: kind)
    }
}

extension StandardOutput {
    /// Prints what `source` gives, a line each, and throws the first error of a write.
    func writeLines(_ source: ((String) -> Void) throws -> Void) throws {
        var failure: (any Error)?
        try source { line in
            guard failure == nil else { return }
            do { try write(line + "\n") } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

extension CatalogStore {
    /// The fields that hold the type of an item.
    ///
    /// - Parameter name: The only one; nil for those that are usual.
    static func typeFields(_ name: String?) -> [String] { name.map { [$0] } ?? typeFields }
}

/// The first ten ids of a list, for a sentence.
func firstIDs(_ ids: [String]) -> String {
    ids.prefix(10).map(\.printable).joined(separator: ", ") + (ids.count > 10 ? ", …" : "")
}
