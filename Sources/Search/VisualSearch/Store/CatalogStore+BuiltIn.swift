internal import SQLite

/// The vectors of the built-in describer that a store keeps beside those of its own.
public struct BuiltInVectorsInfo: Hashable, Sendable {
    /// The identity of the built-in describer that made them.
    public var describer: String
    /// The items that have one.
    public var items: Int
    /// The bytes of the vectors, without those of removed items.
    public var bytes: Int
}

extension CatalogStore {
    /// True where pictures have no vector of the built-in describer beside the one of a model, or it is of a form that
    /// this version does not know.
    func lacksBuiltInVectors() throws(SearchError) -> Bool {
        // The vectors of a built-in describer become them when it is changed for a model.
        if BuiltInDescriber.ofStore(describer) != nil { return false }
        return try readCopy { snapshot throws(SearchError) in
            let vectors = try BuiltInVectors(snapshot.database)
            if let head = vectors.head, BuiltInDescriber.named(head.describer) == nil { return true }
            if try vectors.missing() > 0 { return true }
            return try vectors.damaged() > 0
        }
    }

    /// The built-in describer whose vectors the store keeps beside those of its own; nil where it keeps none, or some of
    /// a form that this version does not know.
    var builtInForm: BuiltInDescriber? {
        let head = try? readCopy { snapshot throws(SearchError) in try BuiltInVectors(snapshot.database).head }
        return (head ?? nil).flatMap { BuiltInDescriber.named($0.describer) }
    }

    /// Brings the vectors of a target of a copy to the form of those of this store.
    func prepareBuiltInVectors(of target: CatalogStore) throws(SearchError) {
        let head = try readCopy { snapshot throws(SearchError) in try BuiltInVectors(snapshot.database).head }
        guard let head else { return }
        try target.write { database throws(SearchError) in
            _ = try BuiltInVectors.begin(
                head.describer, dimensions: head.dimensions, replacing: true, in: database)
        }
    }
}

extension Snapshot {
    /// The vector in a slot by a form of the built-in describer: the store's own, or the one beside it. Nil for a slot
    /// without one, and for one of another form.
    package func vector(at slot: Int, by describer: String) throws(SearchError) -> [Int8]? {
        if store.describer.name == describer { return try vector(at: slot) }
        let vectors = try BuiltInVectors(database)
        return vectors.head?.describer == describer ? try vectors.vector(at: slot)?.values : nil
    }

    /// The number and the bytes of the vectors; nil where the store keeps none.
    func builtInVectorsInfo() throws(SearchError) -> BuiltInVectorsInfo? {
        let vectors = try BuiltInVectors(database)
        guard let head = vectors.head else { return nil }
        let size = try vectors.size()
        return BuiltInVectorsInfo(describer: head.describer, items: size.pictures, bytes: size.bytes)
    }
}

extension BuiltInDescriber {
    /// The built-in describer of this version or of the one before, by its identity; nil for any other.
    static func named(_ identity: String) -> BuiltInDescriber? {
        ofStore(DescriberIdentity(name: identity, dimensions: shared.dimensions, colors: Palette.byteCount))
    }
}
