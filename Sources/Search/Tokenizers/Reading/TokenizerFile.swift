/// The members of a tokenizer file: small ones as values, vocabulary and merges as the places of their bytes.
struct TokenizerFile {
    let bytes: FileBytes
    /// Members other than `model` and `decoder`; the latter turns ids into text, which nothing here does.
    let parts: Section
    /// Members of the model other than `vocab` and `merges`.
    let model: Section
    let vocabulary: Range<Int>
    let merges: Range<Int>?

    init(_ bytes: FileBytes) throws(TokenizerError) {
        guard bytes.count <= Limits.fileBytes else { throw .malformed("too long", offset: Limits.fileBytes) }
        self.bytes = bytes
        var cursor = JSONCursor(bytes)
        var (parts, model): ([String: Part], [String: Part]?) = ([:], nil)
        var places: [String: Range<Int>] = [:]
        var budget = Limits.smallValues
        guard try cursor.open(0x7B) else { throw .invalid("it has no model") }
        repeat {
            let name = try cursor.string()
            try cursor.expect(0x3A)
            guard parts[name] == nil else { throw cursor.malformed("two members \"\(name)\"") }
            switch name {
            case "model":
                model = try Self.model(&cursor, places: &places, budget: &budget)
                parts[name] = .null
            case "decoder":
                _ = try cursor.skipValue()
                parts[name] = .null
            default: parts[name] = try cursor.part(budget: &budget)
            }
        } while try cursor.another(0x7B)
        _ = cursor.next()
        guard cursor.position == bytes.count else { throw cursor.malformed("more behind the object") }
        guard let model, let vocabulary = places["vocab"] else { throw .invalid("model.vocab is missing") }
        self.parts = try Section(.members(parts), at: "file")
        self.model = try Section(.members(model), at: "model")
        (self.vocabulary, merges) = (vocabulary, places["merges"])
    }

    private static func model(
        _ cursor: inout JSONCursor, places: inout [String: Range<Int>], budget: inout Int
    ) throws(TokenizerError) -> [String: Part] {
        var members: [String: Part] = [:]
        guard try cursor.open(0x7B) else { return members }
        repeat {
            let name = try cursor.string()
            try cursor.expect(0x3A)
            guard members[name] == nil, places[name] == nil else {
                throw cursor.malformed("two members \"model.\(name)\"")
            }
            if name == "vocab" || name == "merges" {
                places[name] = try cursor.skipValue()
            } else {
                members[name] = try cursor.part(depth: 1, budget: &budget)
            }
        } while try cursor.another(0x7B)
        return members
    }

    /// The tokens of a vocabulary that is an object.
    func tokens() throws(TokenizerError) -> TokenTable {
        var table = TokenTable(size: vocabulary.count)
        var token: [UInt8] = []
        var cursor = JSONCursor(bytes, at: vocabulary.lowerBound)
        guard try cursor.open(0x7B) else { return table }
        repeat {
            token.removeAll(keepingCapacity: true)
            try cursor.string(into: &token)
            try cursor.expect(0x3A)
            let id = try cursor.id()
            guard try table.add(token, id: id) else { throw cursor.malformed("two ids of one token") }
        } while try cursor.another(0x7B)
        return table
    }
}
