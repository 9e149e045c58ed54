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

    /// What is kept of a picture.
    private struct Picture: Codable {
        var source: String?
        /// Of further pictures alone.
        var role: String?
        var vector: Data
        var colors: Data
        var thumbnail: Data?
        var size: Int?
        var modified: Int?
        var hash: Data?
        /// The vector of the built-in describer beside that of a model, and what made it. Missing in older rows.
        var builtIn: Data?
        var builtInDescriber: String?

        init(_ picture: StoredPicture, role: PictureRole? = nil, source: String?, _ fingerprint: Fingerprint?) {
            self.source = source
            self.role = role?.rawValue
            vector = Data(picture.vector.map(UInt8.init(bitPattern:)))
            colors = Data(picture.colors)
            thumbnail = picture.thumbnail.map { Data($0) }
            size = fingerprint?.size
            modified = fingerprint?.modified
            hash = fingerprint.map { Data($0.hash) }
            builtIn = picture.builtIn.map { Data($0.values.map(UInt8.init(bitPattern:))) }
            builtInDescriber = picture.builtIn?.describer
        }

        var stored: StoredPicture {
            var picture = StoredPicture(
                vector: vector.map(Int8.init(bitPattern:)), colors: Array(colors),
                thumbnail: thumbnail.map { Array($0) })
            if let describer = builtInDescriber, let values = builtIn {
                picture.builtIn = BuiltInVector(describer: describer, values: values.map(Int8.init(bitPattern:)))
            }
            return picture
        }

        var fingerprint: Fingerprint? {
            guard let size, let modified, let hash else { return nil }
            return Fingerprint(size: size, modified: modified, hash: Array(hash))
        }
    }

    /// The whole of an item beside its id. The members of its first picture are among its own.
    private struct Record: Codable {
        var first: Picture
        var attributes: [String: AttributeValue]
        /// The pictures beside the first one; missing in older rows, and where there are none.
        var pictures: [Picture]?

        private enum Names: CodingKey { case attributes, pictures }

        init(_ stored: StoredItem, _ picture: StoredPicture) {
            first = Picture(picture, source: stored.item.source, stored.fingerprint)
            attributes = stored.item.attributes
            pictures = stored.pictures?.map { Picture($0.picture, role: $0.role, source: $0.source, $0.fingerprint) }
            if pictures?.isEmpty ?? false { pictures = nil }
        }

        init(from decoder: any Decoder) throws {
            first = try Picture(from: decoder)
            let own = try decoder.container(keyedBy: Names.self)
            attributes = try own.decode([String: AttributeValue].self, forKey: .attributes)
            pictures = try own.decodeIfPresent([Picture].self, forKey: .pictures)
        }

        func encode(to encoder: any Encoder) throws {
            try first.encode(to: encoder)
            var own = encoder.container(keyedBy: Names.self)
            try own.encode(attributes, forKey: .attributes)
            try own.encodeIfPresent(pictures, forKey: .pictures)
        }
    }

    /// The record of an item with a first picture.
    ///
    /// - Throws: `invalidArgument` for an item that a row cannot hold.
    static func record(of stored: StoredItem, _ picture: StoredPicture) throws(SearchError) -> String {
        for (name, value) in stored.item.attributes {
            if case .float(let number) = value, !number.isFinite {
                throw .invalidArgument("the value of '\(name)' is no finite number, and Milvus keeps no other")
            }
        }
        let record = Record(stored, picture)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(record) else { preconditionFailure("its numbers are finite") }
        guard data.count <= most else {
            throw .invalidArgument(
                "the item takes \(data.count) bytes, and a row of Milvus at most \(most); shorten its texts, or keep "
                    + (record.pictures == nil ? "smaller thumbnails" : "smaller thumbnails or fewer pictures"))
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
            let record = try? JSONDecoder().decode(Record.self, from: Data(text.utf8))
        else {
            throw .service("the row '\(row["id"]?.text ?? "")' of the collection was not written by this engine")
        }
        let item = Item(id: id, source: record.first.source, attributes: record.attributes)
        var stored = StoredItem(item, picture: record.first.stored, fingerprint: record.first.fingerprint)
        stored.pictures = (record.pictures ?? []).map {
            FurtherPicture(
                $0.stored, role: $0.role.flatMap(PictureRole.init), source: $0.source, fingerprint: $0.fingerprint)
        }
        return (stored, revision)
    }
}
