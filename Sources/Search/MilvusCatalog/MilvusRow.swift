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

    /// The record of an item with a first picture.
    ///
    /// - Throws: `invalidArgument` for an item that a row cannot hold.
    static func record(of stored: StoredItem, _ picture: StoredPicture) throws(SearchError) -> String {
        for (name, value) in stored.item.attributes {
            if case .float(let number) = value, !number.isFinite {
                throw .invalidArgument("the value of '\(name)' is no finite number, and Milvus keeps no other")
            }
        }
        let record = ItemRecord(stored, picture)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(record) else { preconditionFailure("its numbers are finite") }
        guard data.count <= most else {
            throw .invalidArgument(
                "the item takes \(data.count) bytes, and a row of Milvus at most \(most); shorten its texts, or keep "
                    + (!record.hasFurther ? "smaller thumbnails" : "smaller thumbnails or fewer pictures"))
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// The row of an item as an object of JSON.
    static func encode(_ stored: StoredItem, revision: Int) throws(SearchError) -> [UInt8] {
        guard let picture = stored.picture else {
            throw .invalidArgument("the item '\(stored.item.id)' has no picture, and Milvus keeps none without")
        }
        let record = try record(of: stored, picture)
        return row(stored.item.id, revision, record, picture.vector, stored.item.attributes)
    }

    /// The rows of the further pictures of an item: their keys, their vectors, and the values of the item for filters. Their
    /// record is the id of the item.
    static func pictures(of stored: StoredItem, revision: Int) -> [[UInt8]] {
        (stored.pictures ?? []).enumerated().map { index, further in
            let id = stored.item.id
            let key = SharedPicture(id: id, number: index + 2).key
            return row(key, revision, id, further.picture.vector, stored.item.attributes)
        }
    }

    private static func row(
        _ key: String, _ revision: Int, _ record: String, _ vector: [Int8], _ attributes: [String: AttributeValue]
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member("id", key)
            json.member("rev", revision)
            json.member("record", record)
            json.member("vector", array: vector) { $0.value(Int($1)) }
            json.member("a") { json in
                for (name, value) in attributes {
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
            let record = try? JSONDecoder().decode(ItemRecord.self, from: Data(text.utf8))
        else {
            throw .service("the row '\(row["id"]?.text ?? "")' of the collection was not written by this engine")
        }
        return (record.stored(id: id), revision)
    }
}
