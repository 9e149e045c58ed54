internal import SearchAPI
internal import WireFormat

extension MilvusV1Client {
    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError) {
        let reply = try calls.call(.rows, "POST", "upsert", body(collection, rows))
        guard reply["data"]?["upsertCount"]?.whole == rows.count else { throw unexpected("the reply to rows") }
    }

    func delete(_ ids: [String], from collection: String) throws(SearchError) {
        try row("delete", collection) { $0.member("filter", FilterText.oneOf(ids)) }
    }

    func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int
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

    func revisions(of ids: [String], in collection: String) throws(SearchError) -> [String: Int] {
        let reply = try send("POST", "query") { json in
            json.member("collection_name", collection)
            json.member("expr", FilterText.oneOf(ids))
            json.member("output_fields", array: ["id", "rev"]) { $0.value($1) }
            json.member("guarantee_timestamp", Freshness.strong.rawValue)
        }
        // A column without rows comes without its array.
        func column(_ name: String, _ kind: String) -> [JSONValue]? {
            let field = reply["fields_data"]?.elements?.first { $0["field_name"]?.text == name }
            guard case .object(let values)? = field?["Field"]?["Scalars"]?["Data"]?[kind] else { return nil }
            return values["data"] == nil ? [] : values["data"]?.elements
        }
        guard let found = column("id", "StringData")?.map(\.text),
            let revisions = column("rev", "LongData")?.map(\.whole),
            found.count == revisions.count
        else { throw unexpected("the reply to a query") }
        var pairs: [String: Int] = [:]
        for case (let id?, let revision?) in zip(found, revisions) { pairs[id] = revision }
        guard pairs.count == found.count else { throw unexpected("the reply to a query") }
        return pairs
    }

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

    func search(
        _ collection: String, _ vector: [Int8], count: Int, passing filter: String?, _ freshness: Freshness
    ) throws(SearchError) -> [String] {
        let reply = try send("POST", "search") { json in
            json.member("collection_name", collection)
            json.member("dsl", filter ?? "")
            json.member("dsl_type", 1)
            json.member("nq", 1)
            json.member("vectors", array: [vector]) { json, vector in json.array(vector) { $0.value(Int($1)) } }
            json.member("guarantee_timestamp", freshness.rawValue)
            let settings = [
                ("anns_field", "vector"), ("topk", "\(count)"), ("metric_type", "IP"),
                ("params", #"{"ef":\#(width(for: count))}"#), ("round_decimal", "-1"),
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
