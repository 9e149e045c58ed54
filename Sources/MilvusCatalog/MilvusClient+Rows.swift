internal import SearchAPI
internal import WireFormat

extension MilvusClient {
    /// Adds rows or replaces those with the same key. When it returns, they are kept for good.
    ///
    /// - Parameter rows: Objects of JSON.
    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError) {
        var body = Array(#"{"collectionName":"\#(collection)","data":["#.utf8)
        for (index, row) in rows.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += row
        }
        body += Array("]}".utf8)
        let reply = try calls.call(.rows, "POST", "upsert", body)
        guard reply["data"]?["upsertCount"]?.whole == rows.count else { throw unexpected("the reply to rows") }
    }

    /// Removes rows by their keys; those that are not there count as removed.
    func delete(_ ids: [String], from collection: String) throws(SearchError) {
        try row("delete", collection) { $0.member("filter", FilterText.oneOf(ids)) }
    }

    /// The rows that pass a filter, in the order of their keys.
    func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int = most
    ) throws(SearchError) -> [JSONValue] {
        let reply = try row("query", collection) { json in
            json.member("filter", filter)
            json.member("outputFields", array: fields) { $0.value($1) }
            json.member("limit", limit)
        }
        guard let data = reply["data"] else { return [] }
        guard let rows = data.elements else { throw unexpected("the reply to a query") }
        return rows
    }

    /// Calls `body` with all rows that pass a filter, in portions, in the order of their keys.
    func eachPage(
        of collection: String, after first: String = "", passing filter: String? = nil, _ fields: [String],
        size: Int = most, _ body: ([JSONValue]) throws(SearchError) -> Void
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

    /// The keys that there are among these, all acknowledged changes included.
    func present(_ ids: [String], in collection: String) throws(SearchError) -> Set<String> {
        let reply = try send("POST", "query") { json in
            json.member("collection_name", collection)
            json.member("expr", FilterText.oneOf(ids))
            json.member("output_fields", array: ["id"]) { $0.value($1) }
            json.member("guarantee_timestamp", Freshness.strong.rawValue)
        }
        var found: Set<String> = []
        for field in reply["fields_data"]?.elements ?? [] where field["field_name"]?.text == "id" {
            let data = field["Field"]?["Scalars"]?["Data"]?["StringData"]?["data"]
            found.formUnion((data?.elements ?? []).compactMap(\.text))
        }
        return found
    }

    /// The number of rows, all acknowledged changes included.
    func count(_ collection: String) throws(SearchError) -> Int {
        let reply = try send("POST", "query") { json in
            json.member("collection_name", collection)
            json.member("expr", "")
            json.member("output_fields", array: ["count(*)"]) { $0.value($1) }
            json.member("guarantee_timestamp", Freshness.strong.rawValue)
        }
        let data = reply["fields_data"]?.elements?.first?["Field"]?["Scalars"]?["Data"]?["LongData"]?["data"]
        guard let count = data?.elements?.first?.whole else { throw unexpected("a count") }
        return count
    }

    /// The keys of the rows with the greatest dot products, best first.
    func search(
        _ collection: String, _ vector: [Int8], count: Int, passing filter: String?, _ freshness: Freshness
    ) throws(SearchError) -> [String] {
        // The wider the search in the graph, the more of the nearest it finds; a scan ignores it.
        let width = min(max(4 * count, 512), 32_768)
        let reply = try send("POST", "search") { json in
            json.member("collection_name", collection)
            json.member("dsl", filter ?? "")
            json.member("dsl_type", 1)
            json.member("nq", 1)
            json.member("vectors", array: [vector]) { json, vector in json.array(vector) { $0.value(Int($1)) } }
            json.member("guarantee_timestamp", freshness.rawValue)
            let settings = [
                ("anns_field", "vector"), ("topk", "\(count)"), ("metric_type", "IP"),
                ("params", #"{"ef":\#(width)}"#), ("round_decimal", "-1"),
            ]
            json.member("search_params", array: settings) { json, setting in
                json.object {
                    $0.member("key", setting.0)
                    $0.member("value", setting.1)
                }
            }
        }
        guard let results = reply["results"] else { throw unexpected("the reply to a search") }
        let ids = results["ids"]?["IdField"]?["StrId"]?["data"]?.elements ?? []
        return ids.compactMap(\.text)
    }

    @discardableResult
    private func row(
        _ verb: String, _ collection: String, _ body: (inout JSONWriter) -> Void
    ) throws(SearchError) -> [String: JSONValue] {
        var json = JSONWriter()
        json.object { json in
            json.member("collectionName", collection)
            body(&json)
        }
        return try calls.call(.rows, "POST", verb, json.bytes)
    }
}
