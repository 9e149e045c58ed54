internal import Essentials
internal import SQLite
internal import SearchAPI
internal import VisualSearch
internal import WireFormat

/// An item as a row of Milvus: its key, its vector, the revision of its last change, its values for filters, and the whole
/// of it as a record, from which it is read back without loss.
struct MilvusRow {
    /// The most bytes of a record.
    static let most = 65_535

    /// The whole of an item beside its id.
    private struct Record: Codable {
        var source: String?
        var attributes: [String: AttributeValue]
        var vector: Data
        var colors: Data
        var thumbnail: Data?
        var size: Int?
        var modified: Int?
        var hash: Data?
        /// The vector of the built-in describer beside that of a model, and what made it. Missing in older rows.
        var builtIn: Data?
        var builtInDescriber: String?
    }

    /// The record of an item with a picture.
    ///
    /// - Throws: `invalidArgument` for an item that a row cannot hold.
    static func record(of stored: StoredItem, _ picture: StoredPicture) throws(SearchError) -> String {
        for (name, value) in stored.item.attributes {
            if case .float(let number) = value, !number.isFinite {
                throw .invalidArgument("the value of '\(name)' is no finite number, and Milvus keeps no other")
            }
        }
        let record = Record(
            source: stored.item.source, attributes: stored.item.attributes,
            vector: Data(picture.vector.map(UInt8.init(bitPattern:))), colors: Data(picture.colors),
            thumbnail: picture.thumbnail.map { Data($0) }, size: stored.fingerprint?.size,
            modified: stored.fingerprint?.modified, hash: stored.fingerprint.map { Data($0.hash) },
            builtIn: picture.builtIn.map { Data($0.values.map(UInt8.init(bitPattern:))) },
            builtInDescriber: picture.builtIn?.describer)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(record) else { preconditionFailure("its numbers are finite") }
        guard data.count <= most else {
            throw .invalidArgument(
                "the item takes \(data.count) bytes, and a row of Milvus at most \(most); shorten its texts, or keep "
                    + "smaller thumbnails")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// The row as an object of JSON.
    static func encode(_ stored: StoredItem, revision: Int) throws(SearchError) -> [UInt8] {
        guard let picture = stored.picture else {
            throw .invalidArgument("the item '\(stored.item.id)' has no picture, and Milvus keeps none without")
        }
        let record = try record(of: stored, picture)
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member("id", stored.item.id)
            json.member("rev", revision)
            json.member("record", record)
            json.member("vector", array: picture.vector) { $0.value(Int($1)) }
            json.member("a") { json in
                for (name, value) in stored.item.attributes {
                    json.key(name)
                    write(value, &json)
                }
            }
        }
        return json.bytes
    }

    private static func write(_ value: AttributeValue, _ json: inout JSONWriter) {
        switch value {
        case .string(let text), .text(let text): json.value(text.precomposedStringWithCanonicalMapping)
        case .int(let number): json.value(number)
        case .float(let number): json.value(number)
        case .bool(let flag): json.value(flag ? 1 : 0)
        case .date(let date): json.value(Int((date.timeIntervalSince1970 * 1000).rounded()))
        case .list(let texts): json.array(texts) { $0.value($1.precomposedStringWithCanonicalMapping) }
        }
    }

    /// Reads a row back.
    ///
    /// - Throws: `service` for a row that this engine has not written.
    static func decode(_ row: JSONValue) throws(SearchError) -> (item: StoredItem, revision: Int) {
        guard let id = row["id"]?.text, let revision = row["rev"]?.whole, let text = row["record"]?.text,
            let record = try? JSONDecoder().decode(Record.self, from: Data(text.utf8))
        else {
            throw .service("the row '\(row["id"]?.text ?? "")' of the collection was not written by this engine")
        }
        var picture = StoredPicture(
            vector: record.vector.map(Int8.init(bitPattern:)), colors: Array(record.colors),
            thumbnail: record.thumbnail.map { Array($0) })
        if let describer = record.builtInDescriber, let values = record.builtIn {
            picture.builtIn = BuiltInVector(describer: describer, values: values.map(Int8.init(bitPattern:)))
        }
        var fingerprint: Fingerprint?
        if let size = record.size, let modified = record.modified, let hash = record.hash {
            fingerprint = Fingerprint(size: size, modified: modified, hash: Array(hash))
        }
        let item = Item(id: id, source: record.source, attributes: record.attributes)
        return (StoredItem(item, picture: picture, fingerprint: fingerprint), revision)
    }
}
