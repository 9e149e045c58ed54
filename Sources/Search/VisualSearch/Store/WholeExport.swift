internal import Essentials
internal import SQLite

/// A store as lines of JSON, from which an equal one is made: the way back to a version that does not open its file, and out
/// of SQLite. The first line is the head, each other one an item, the last one tells how many there are and their hash.
enum WholeExport {
    /// The form of the lines.
    static let form = 1

    struct Head: Codable {
        struct BuiltIn: Codable {
            var describer: String
            var dimensions: Int
        }

        struct Rule: Codable {
            var name: String
            var record: String
        }

        /// ``WholeExport/form`` of the version that wrote the lines.
        var store: Int
        var describer: String
        var dimensions: Int
        var colors: Int
        /// The record by which only a describer that is a model can be opened again.
        var describerRecord: String?
        /// The describer of vectors that are beside those of a model.
        var builtIn: BuiltIn?
        var fields: [String: SharedField]
        /// Models of recommendations by name, as JSON.
        var models: [String: String]
        var rules: [Rule]
        /// The code of the language that was kept; nil for none.
        var language: String?

        var identity: DescriberIdentity { DescriberIdentity(name: describer, dimensions: dimensions, colors: colors) }
    }

    struct Line: Codable {
        var id: String
        var record: ItemRecord

        private enum Names: CodingKey { case id }

        init(_ item: StoredItem, _ picture: StoredPicture) {
            id = item.item.id
            record = ItemRecord(item, picture)
        }

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: Names.self).decode(String.self, forKey: .id)
            record = try ItemRecord(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
            var own = encoder.container(keyedBy: Names.self)
            try own.encode(id, forKey: .id)
        }
    }

    struct End: Codable {
        /// The number of items.
        var end: Int
        /// The hash of all contents, in hexadecimal digits.
        var checksum: String

        init(_ items: Int, _ checksum: Int) {
            end = items
            self.checksum = String(UInt64(bitPattern: Int64(checksum)), radix: 16)
        }
    }

    static func text(of value: some Encodable) throws(SearchError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            throw .invalidArgument("it cannot be written as JSON: \(error)")
        }
    }

    static func value<Value: Decodable>(_ type: Value.Type, of bytes: ArraySlice<UInt8>) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: Data(bytes))
    }
}

extension CatalogStore {
    /// Writes all of the store as JSON lines, in one state of it: items with the descriptions and thumbnails of all their
    /// pictures, fields, rules and models of recommendations. ``makeStore(at:from:lines:)`` makes an equal store of them.
    ///
    /// The learned state is left out, for it is learned again, and so are removed items.
    ///
    /// - Parameter line: gets each line, without a line break.
    package func exportWhole(_ line: (String) throws(SearchError) -> Void) throws(SearchError) {
        let describerRecord = home == nil ? try CatalogStore.describerRecord(at: path) : nil
        try read { snapshot throws(SearchError) in
            let guessed = try snapshot.guessedFields()
            var sum = ContentsSum()
            var head = WholeExport.Head(
                store: WholeExport.form, describer: describer.name, dimensions: describer.dimensions,
                colors: describer.colors, describerRecord: describerRecord, fields: [:], models: [:], rules: [])
            for (name, type) in try snapshot.fields() {
                head.fields[name] = SharedField(type: type, isGuessed: guessed.contains(name))
            }
            head.language = try snapshot.database.language()?.code
            if let language = head.language { sum.add(language: language) }
            head.builtIn = try BuiltInVectors(snapshot.database).head
                .map { .init(describer: $0.describer, dimensions: $0.dimensions) }
            for (name, model) in try snapshot.models() {
                head.models[name] = try sound(model, name)
                sum.add(record: model, name)
            }
            for (name, rule) in try snapshot.ruleRecords() {
                head.rules.append(.init(name: name, record: try sound(rule, name)))
                sum.add(rule: rule, name)
            }
            try line(WholeExport.text(of: head))
            var count = 0
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            for id in ids {
                guard let item = try snapshot.stored(id), let picture = item.picture else {
                    throw .damaged(path: path, detail: "the item `\(id)` has no picture")
                }
                sum.add(item)
                count += 1
                try line(WholeExport.text(of: WholeExport.Line(item, picture)))
            }
            try line(WholeExport.text(of: WholeExport.End(count, sum.value)))
        }
    }

    private func sound(_ record: String?, _ name: String) throws(SearchError) -> String {
        guard let record else { throw .damaged(path: path, detail: "the record of `\(name)` cannot be read") }
        return record
    }
}
