extension Filter {
    /// Reads a filter of ViSearch's `fq` parameter: `key:value`, cut at the first colon.
    ///
    /// The value is read as ``value(_:of:_:)`` does. A field that is not known holds for no item, or for all where the
    /// caller is lenient.
    ///
    /// - Parameters:
    ///   - text: The filter, such as `price:10,50`.
    ///   - fields: The fields of the store.
    ///   - isLenient: Ignores a filter of a field that is not known, as ViSearch does. Default false.
    /// - Throws: `invalidArgument` without a colon and for a range that runs backward, `wrongType` for a value that the
    ///   field cannot have.
    package init(fq text: String, fields: [String: AttributeType], isLenient: Bool = false) throws(SearchError) {
        guard let colon = text.firstIndex(of: ":") else {
            throw .invalidArgument("a filter is written `field:value`, not `\(text)`")
        }
        let name = String(text[..<colon])
        guard let type = fields[name] else {
            self = isLenient ? .all : .or([])
            return
        }
        self = try .value(String(text[text.index(after: colon)...]), of: name, type)
    }

    /// Reads several `fq` filters, all of which have to hold. No text gives ``Filter/all``.
    package init(
        fq texts: [String], fields: [String: AttributeType], isLenient: Bool = false
    ) throws(SearchError) {
        let filters = try texts.map { text throws(SearchError) in
            try Filter(fq: text, fields: fields, isLenient: isLenient)
        }
        self = filters.count == 1 ? filters[0] : filters.isEmpty ? .all : .and(filters)
    }

    /// The doubts about an `fq` filter that holds for nothing, or for less than was meant: a field that is not known, and a
    /// range of numbers in a field of text, where it is a string like any other. Nil for a filter without doubts.
    package static func doubt(aboutFQ text: String, fields: [String: AttributeType]) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (name, value) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        guard let type = fields[name] else { return SearchError.unknownField(name, known: fields.keys).description }
        guard [.string, .text, .list].contains(type), value.isNumberRange else { return nil }
        return noOrder(name, type, value).description
    }
}
