internal import Essentials
internal import ImageTypes
internal import SearchAPI
internal import VisualSearch
internal import WireFormat

/// A row of the collection beside the items: the catalog itself, a field, a model of recommendations, what was learned or
/// a part of it, or an item that was removed.
struct MetaRow {
    /// The identity of the catalog.
    struct Identity: Codable, Hashable {
        /// The form of the rows: 1, and ``withPictures`` from the first item on that has several.
        var format = 1
        var describer: String
        var dimensions: Int
        var colors: Int
        /// Another one for each catalog that was made, so that a copy of an earlier one is noticed.
        var generation: String

        /// The form in which items may have several pictures.
        static let withPictures = 2
    }

    /// The row that names the parts of what was learned.
    struct Learned: Codable, Hashable {
        /// Another one each time.
        var generation: String
        var parts: Int

        /// The keys of the parts, in their order.
        var keys: [String] {
            // As many digits for each, so that they are in this order in the collection as well.
            (0..<parts).map { MetaRow.learnedPart + generation + ":" + String(1_000_000 + $0).dropFirst() }
        }
    }

    static let catalog = "catalog"
    static let learned = "learned"
    /// The beginning of the keys of parts.
    static let learnedPart = "learned:"
    /// The bytes of a part, of the 65,535 that a record may have.
    private static let partBytes = 60_000
    private static let (field, model, removed) = ("field:", "model:", "removed:")

    var id: String
    var revision: Int
    var record: String

    init(_ identity: Identity) {
        self.init(id: MetaRow.catalog, revision: 0, encoding: identity)
    }

    init(field name: String, _ field: SharedField, revision: Int) {
        self.init(id: MetaRow.field + MetaRow.key(name), revision: revision, encoding: Named(name: name, field: field))
    }

    /// - Parameter text: The model as JSON; nil for one that was removed.
    init(model name: String, _ text: String?, revision: Int) {
        self.init(id: MetaRow.model + MetaRow.key(name), revision: revision, encoding: Model(name: name, text: text))
    }

    /// The item with this id may be gone.
    init(removed id: String, revision: Int) {
        self.init(MetaRow.removed + MetaRow.key(id), revision, id)
    }

    /// The rows of what was learned: the parts, which have no revision because nobody follows them, and the one that names
    /// them, which is to be written last.
    static func rows(of learned: SharedLearning, revision: Int) -> (parts: [MetaRow], last: MetaRow) {
        guard let data = try? JSONEncoder().encode(learned) else { preconditionFailure("it is texts and bytes") }
        let text = Array(data.base64EncodedString().utf8)
        let starts = Array(stride(from: 0, to: text.count, by: partBytes))
        let naming = Learned(generation: UUID().uuidString, parts: starts.count)
        let parts = zip(naming.keys, starts).map { key, start in
            MetaRow(key, 0, String(decoding: text[start...].prefix(partBytes), as: UTF8.self))
        }
        return (parts, MetaRow(id: MetaRow.learned, revision: revision, encoding: naming))
    }

    /// The learned state, from the records of its parts in their order; nil where they are no such parts.
    static func learning(from records: [String]) -> SharedLearning? {
        Data(base64Encoded: records.joined()).flatMap { try? JSONDecoder().decode(SharedLearning.self, from: $0) }
    }

    /// - Throws: `service` for a row that this engine has not written.
    init(_ row: JSONValue) throws(SearchError) {
        guard let id = row["id"]?.text, let revision = row["rev"]?.whole, let record = row["record"]?.text else {
            throw .service("the row '\(row["id"]?.text ?? "")' of the second collection was not written by this engine")
        }
        self.init(id, revision, record)
    }

    private init(_ id: String, _ revision: Int, _ record: String) {
        (self.id, self.revision, self.record) = (id, revision, record)
    }

    var identity: Identity? { decoded() }

    /// The names of the parts of what was learned; nil for another row.
    var learnedParts: Learned? { id == MetaRow.learned ? decoded() : nil }

    /// Adds the field or the model.
    func add(to changes: inout SharedChanges) {
        if id.hasPrefix(MetaRow.field), let named: Named = decoded() {
            changes.fields[named.name] = named.field
        } else if id.hasPrefix(MetaRow.model), let model: Model = decoded() {
            changes.models.updateValue(model.text, forKey: model.name)
        }
    }

    var removedID: String? { id.hasPrefix(MetaRow.removed) ? record : nil }

    var encoded: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("id", id)
            json.member("rev", revision)
            json.member("record", record)
            json.member("vector", array: [0, 0]) { $0.value($1) }
        }
        return json.bytes
    }

    private struct Named: Codable {
        var name: String
        var field: SharedField
    }

    private struct Model: Codable {
        var name: String
        var text: String?
    }

    private init(id: String, revision: Int, encoding value: some Encodable) {
        guard let data = try? JSONEncoder().encode(value) else { preconditionFailure("a record is texts and numbers") }
        self.init(id, revision, String(decoding: data, as: UTF8.self))
    }

    private func decoded<Value: Decodable>() -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(record.utf8))
    }

    /// A key that fits beside its kind into 512 bytes.
    private static func key(_ name: String) -> String {
        name.utf8.count <= 400 ? name : String(decoding: name.utf8.prefix(300), as: UTF8.self) + "#\(name.stableHash)"
    }
}

extension String {
    /// Two FNV-1a sums of 64 bits.
    fileprivate var stableHash: String {
        [FNV1a().value, 0x9ae1_6a3b_2f90_404f].map { start in
            var hash = FNV1a()
            hash.value = start
            for byte in utf8 { hash.add(byte) }
            return String(hash.value, radix: 16)
        }.joined()
    }
}
