internal import Essentials

/// HALO's content search over HTTP: its paths, names and limits, which client and server share.
///
/// The vendor's form has conditions on values (`searchValues`) apart from those on the members of all content
/// (`metaSearch`), with the operators `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `!in` and `like` (a part of a text), and
/// `and` and `or` around them. Ours has a little more, so that every ``ContentAPI/ContentQuery`` can travel:
/// - `searchText`, words, and `searchPicture`, the bytes of an image file in base64;
/// - the operators `other` (another value), `none` (a value that is not listed), `between` (two values) and `pattern`
///   (as ``/SearchAPI/Filter/like(_:_:)``), the condition `not`, and the type `boolean`;
/// - the members of all content among the conditions on values, as `@createdAt`.
package enum Halo {
    /// The calls, by their paths.
    package enum Operation: String, CaseIterable, Sendable {
        /// Finds content.
        case search = "/api/generalcontent/instance/search"
        /// Gives out a token.
        case token = "/api/oauth/token"

        package var path: String { rawValue }
    }

    /// The header with the seconds for which an earlier answer is good enough.
    package static let cacheHeader = "to-cache"

    /// The limits of a request; all of them are ours.
    package enum Limits {
        /// Levels of a filter.
        package static let depth = 64
        /// Comparisons of both filters, and as many `and`, `or` and `not`.
        package static let comparisons = 1000
        /// Values of one comparison, and ids of one list.
        package static let values = 10_000
        /// Names of fields, of relations and of modules, and tags.
        package static let names = 1000
        /// Relations that must hold.
        package static let relations = 100
        /// Keys of an order.
        package static let keys = 16
        /// Instances of a page.
        package static let page = 1...1000
        /// Seconds of the cache.
        package static let seconds = 0...86_400
        /// Letters of the shortest text for `like`.
        package static let like = 3
        /// Bytes of a request for a token.
        package static let tokenBytes = 16 * 1024
    }

    /// The keys of a query.
    static let keys = [
        "moduleIds", "moduleName", "moduleNames", "instanceIds", "relatedTo", "searchValues", "metaSearch", "fields",
        "include", "segmentTags", "segmentMode", "pagination", "sort", "locale", "searchText", "searchPicture",
    ]
    /// Keys that change nothing here. The vendor's service wants to be told that it may search without an index, and
    /// sorts by the rules of a language; this one is fast with any field, and has one order for all languages.
    static let ignored = ["searchSettings", "sortSettings"]

    /// The operators of comparisons.
    package static let operations = Operator.allCases.map(\.rawValue)
    /// The types of values.
    package static let types = ValueType.allCases.map(\.rawValue)

    /// The members of all content, by which it can be searched and sorted.
    package static let metadata = Field.ofAllContent.map { String($0.name.dropFirst()) }

    /// The name of a field without the `values.` in front, which some of the vendor's clients write.
    static func plain(_ field: String) -> String {
        field.hasPrefix("values.") ? String(field.dropFirst("values.".count)) : field
    }

    /// A BCP 47 tag, as far as its letters go.
    static func isLocale(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// The sentence about a name that nobody knows, with those that are known.
    static func unknown(_ name: String, is what: String, known: [String]) -> String {
        let meant = SearchError.likeliest(name, among: known).map { "did you mean `\($0)`? " } ?? ""
        return "is no \(what); \(meant)There are \(known.joined(separator: ", "))"
    }
}
