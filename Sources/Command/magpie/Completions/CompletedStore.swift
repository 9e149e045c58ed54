import Essentials
import VisualSearch

/// The store of a call, for the words that it knows. Nothing is known without a store, and nothing of a catalog in
/// Milvus: a key for completion calls no other machine.
struct CompletedStore {
    let call: CompletedCall
    /// The most words that it tells at a time.
    static let limit = 200

    /// The fields with their types, by name.
    var fields: [(name: String, type: AttributeType)] {
        let known = read { snapshot throws(SearchError) in try snapshot.fields() } ?? [:]
        return known.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func ids(startingWith start: String) -> [String] {
        read { snapshot throws(SearchError) in try snapshot.ids(startingWith: start, limit: Self.limit) } ?? []
    }

    func values(of field: String, startingWith start: String) -> [String] {
        read { snapshot throws(SearchError) in
            if try snapshot.fields()[field] == .bool { return ["true", "false"].filter { $0.hasPrefix(start) } }
            return try snapshot.values(of: field, startingWith: start, limit: Self.limit)
        } ?? []
    }

    private func read<Result>(_ body: (borrowing Snapshot) throws(SearchError) -> Result) -> Result? {
        guard let store else { return nil }
        return try? store.readCopy(body)
    }

    /// That of `--store`, else the first operand that is a store, else that of the standard name.
    private var store: CatalogStore? {
        let named = call.value(of: "--store").map { [$0] }
        let paths = named ?? call.operands + [StorePlace.standardName.text]
        return paths.lazy.compactMap { path -> CatalogStore? in
            if Path(path).isMilvus { return nil }
            // A shell that hands over the words as they are typed leaves this sign to programs.
            let home = ProcessInfo.processInfo.environment["HOME"] ?? "~"
            return try? CatalogStore(
                path: path.hasPrefix("~/") ? home + path.dropFirst() : path, mode: .readOnly)
        }.first
    }
}
