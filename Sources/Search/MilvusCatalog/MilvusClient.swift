internal import SearchAPI
internal import WireFormat

/// Collections and rows of a Milvus server, in one of its HTTP interfaces.
protocol MilvusClient: Sendable {
    var calls: MilvusCalls { get }

    /// The state of a collection; nil for one that does not exist.
    func description(of collection: String) throws(SearchError) -> CollectionState?

    /// Makes a collection of keys, vectors, revisions and records, with an index of its vectors.
    func create(_ collection: String, dimensions: Int, index: MilvusAddress.Index) throws(SearchError)

    /// Asks the server to hold a collection ready for searches.
    func load(_ collection: String) throws(SearchError)

    /// Removes a collection with all of its rows.
    func drop(_ collection: String) throws(SearchError)

    /// Adds rows or replaces those with the same key. When it returns, they are kept for good.
    ///
    /// - Parameter rows: Objects of JSON.
    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError)

    /// Removes rows by their keys; those that are not there count as removed.
    func delete(_ ids: [String], from collection: String) throws(SearchError)

    /// The rows that pass a filter, in the order of their keys.
    func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int
    ) throws(SearchError) -> [JSONValue]

    /// The revisions of those of the keys that there are, all acknowledged changes included.
    func revisions(of ids: [String], in collection: String) throws(SearchError) -> [String: Int]

    /// The number of rows, all acknowledged changes included.
    func count(_ collection: String) throws(SearchError) -> Int

    /// The keys of the rows with the greatest dot products, best first.
    func search(
        _ collection: String, _ vector: [Int8], count: Int, passing filter: String?, _ freshness: Freshness
    ) throws(SearchError) -> [String]
}

/// The state of a collection.
struct CollectionState {
    /// The number of values of its vectors.
    var dimensions: Int?
    var isLoaded: Bool
    /// The name of the similarity of the vectors: `IP` or another.
    var metric: String?
}

/// The age of what a read may show.
enum Freshness: Int {
    /// All that was acknowledged before; the server waits for it, for about 0.2 s.
    case strong = 0
    /// All but the last seconds.
    case bounded = 2
}

extension MilvusClient {
    /// The address of the catalog.
    var address: MilvusAddress { calls.address }

    /// As ``query(_:_:_:limit:)``, with the most rows that the server gives.
    func query(_ collection: String, _ filter: String, _ fields: [String]) throws(SearchError) -> [JSONValue] {
        try query(collection, filter, fields, limit: MilvusCalls.most)
    }

    /// Calls `body` with all rows that pass a filter, in portions, in the order of their keys.
    func eachPage(
        of collection: String, after first: String = "", passing filter: String? = nil, _ fields: [String],
        size: Int = MilvusCalls.most, _ body: ([JSONValue]) throws(SearchError) -> Void
    ) throws(SearchError) {
        var last = first
        while true {
            var condition = "id > \(FilterText.quoted(last))"
            if let filter { condition += " and \(filter)" }
            let rows = try query(collection, condition, fields, limit: size)
            if !rows.isEmpty { try body(rows) }
            guard rows.count == size, let next = rows.last?["id"]?.text else { return }
            last = next
        }
    }

    /// The width of the search in a graph for so many rows: the wider, the more of the nearest it finds. A scan ignores
    /// it.
    func width(for count: Int) -> Int { min(max(4 * count, 512), 32_768) }

    /// Rows as an array of JSON, as the body of a call has them.
    func body(_ collection: String, _ rows: [[UInt8]]) -> [UInt8] {
        var body = Array(#"{"collectionName":"\#(collection)","data":["#.utf8)
        for (index, row) in rows.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += row
        }
        return body + Array("]}".utf8)
    }

    func unexpected(_ what: String) -> SearchError {
        .service("\(address.name): \(what) has another form than that of Milvus")
    }
}

extension JSONValue {
    var whole: Int? {
        switch self {
        case .int(let value): value
        case .string(let text): Int(text)
        default: nil
        }
    }
}
