internal import Essentials
internal import SQLite
internal import WireFormat

/// Counts, fields and sizes of a store.
public struct StoreInfo: Hashable, Sendable {
    /// The path of the file.
    public var path: String
    /// The describer that the store was made with.
    public var describer: DescriberIdentity
    /// The vectors of the built-in describer beside those of another one; nil in a store without any.
    public var builtIn: BuiltInVectorsInfo?
    /// Items that searches find.
    public var items: Int
    /// Pictures of all items: those beside the first ones count as well.
    public var pictures: Int
    /// Removed items that can be restored.
    public var removed: Int
    /// Kinds by name.
    public var fields: [String: AttributeType]
    /// The language of its words.
    public var language: StoreLanguage
    /// Pictures with a thumbnail.
    public var thumbnails: Int
    /// Of the file, without what is still in its log.
    public var bytes: Int
    /// The number of the last write.
    public var revision: Int
}

extension CatalogStore {
    /// Counts, fields and sizes of the store, in one state of it.
    public func info() throws(SearchError) -> StoreInfo {
        try read { snapshot throws(SearchError) in
            StoreInfo(
                path: path, describer: describer, builtIn: try snapshot.builtInVectorsInfo(), items: snapshot.count,
                pictures: try snapshot.database.integer("SELECT count(*) FROM \(snapshot.store.vectors)"),
                removed: try RemovedReading(database: snapshot.database).count(), fields: try snapshot.fields(),
                language: try snapshot.language(),
                thumbnails: try snapshot.database.integer("SELECT count(*) FROM thumbnails"),
                bytes: try snapshot.database.integer("PRAGMA page_count")
                    * snapshot.database.integer("PRAGMA page_size"),
                revision: snapshot.revision)
        }
    }

    /// Drops removed items for good, gives their space back to the disk, and orders the rest. Needs as much free disk
    /// as the store is large. Slots stay.
    ///
    /// - Returns: bytes before and after, and how many removed items can no longer be restored.
    public func compact() throws(SearchError) -> (before: Int, after: Int, dropped: Int) {
        let before = try info().bytes
        let dropped = try write { database throws(SearchError) in
            try database.run("DELETE FROM removed_attributes")
            if try database.keepsPictures() { try database.run("DELETE FROM removed_pictures") }
            try database.run("DELETE FROM removed")
            return database.changes
        }
        // The vectors of removed items may be among the exemplars.
        try keepTypes()
        try write { database throws(SearchError) in
            for table in ["words", "stems"] {
                try database.script("INSERT INTO \(table)(\(table)) VALUES ('optimize')")
            }
        }
        // VACUUM cannot run inside a transaction.
        try outsideTransaction { database throws(SearchError) in
            try database.script("VACUUM")
            try database.script("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return (before, try info().bytes, dropped)
    }

    /// Writes all items as JSON lines, in the order of their slots: `{"attributes":{…},"id":…,"source":…}`, with the roles
    /// and sources of further pictures in `pictures`. Those without a source are left out there: nothing could find them.
    ///
    /// - Parameter line: gets each line, without a line break. No pixels and no vectors.
    /// - Returns: The number of further pictures that were left out.
    @discardableResult
    public func export(_ line: (String) throws(SearchError) -> Void) throws(SearchError) -> Int {
        try read { snapshot throws(SearchError) in
            var left = 0
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                var members: [String: JSONValue] = [
                    "id": .string(item.id), "attributes": .object(item.attributes.mapValues { JSONValue($0) }),
                ]
                if let source = item.source { members["source"] = .string(source) }
                let pictures = item.pictures.compactMap(\.json)
                if !pictures.isEmpty { members["pictures"] = .array(pictures) }
                left += item.pictures.count - pictures.count
                try line(JSONValue.object(members).encodedText)
            }
            return left
        }
    }
}

extension Item.Picture {
    /// Nil without a source.
    fileprivate var json: JSONValue? {
        guard let source else { return nil }
        var members: [String: JSONValue] = ["source": .string(source)]
        if let role { members["role"] = .string(role.rawValue) }
        return .object(members)
    }
}
