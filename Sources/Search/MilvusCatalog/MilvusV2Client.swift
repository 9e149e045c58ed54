internal import SearchAPI
internal import WireFormat

extension MilvusCalls {
    /// The client in the newest interface that the server has.
    func client() throws(SearchError) -> any MilvusClient {
        var json = JSONWriter()
        json.object { $0.member("collectionName", address.collection) }
        return try has(.second, "collections/has", json.bytes)
            ? MilvusV2Client(calls: self) : MilvusV1Client(calls: self)
    }
}

/// The interface of Milvus 2.4 and later, `/v2/vectordb`.
///
/// After the documentation of Milvus 2.6 (RESTful API reference) and its public source; tried with recorded replies only.
/// Collections are made with strong consistency, so that a server that does not know `consistencyLevel` in a query waits
/// all the same.
struct MilvusV2Client: MilvusClient {
    let calls: MilvusCalls

    func description(of collection: String) throws(SearchError) -> CollectionState? {
        let has = try send("collections/has") { $0.member("collectionName", collection) }
        guard case .bool(let isThere)? = has["data"]?["has"] else { throw unexpected("the reply to 'has'") }
        if !isThere { return nil }
        let reply = try send("collections/describe") { $0.member("collectionName", collection) }
        let loading = try send("collections/get_load_state") { $0.member("collectionName", collection) }
        var state = CollectionState(isLoaded: loading["data"]?["loadState"]?.text == "LoadStateLoaded")
        for field in reply["data"]?["fields"]?.elements ?? [] where field["name"]?.text == "vector" {
            for parameter in field["params"]?.elements ?? [] where parameter["key"]?.text == "dim" {
                state.dimensions = parameter["value"]?.whole
            }
        }
        for index in reply["data"]?["indexes"]?.elements ?? [] where index["fieldName"]?.text == "vector" {
            state.metric = index["metricType"]?.text
        }
        return state
    }

    func create(_ collection: String, dimensions: Int, index: MilvusAddress.Index) throws(SearchError) {
        let fields: [(name: String, kind: String, parameters: [String: String])] = [
            ("id", "VarChar", ["max_length": "\(MilvusCalls.keyBytes)"]), ("rev", "Int64", [:]),
            ("record", "VarChar", ["max_length": "65535"]), ("vector", "FloatVector", ["dim": "\(dimensions)"]),
        ]
        try send("collections/create") { json in
            json.member("collectionName", collection)
            json.member("schema") { json in
                json.member("autoID", false)
                json.member("enableDynamicField", true)
                json.member("fields", array: fields) { json, field in
                    json.object { json in
                        json.member("fieldName", field.name)
                        json.member("dataType", field.kind)
                        json.member("isPrimary", field.name == "id")
                        json.member("elementTypeParams") { json in
                            for (name, value) in field.parameters { json.member(name, value) }
                        }
                    }
                }
            }
            json.member("indexParams", array: [index]) { json, index in
                json.object { json in
                    json.member("fieldName", "vector")
                    json.member("indexName", "vector_index")
                    json.member("metricType", "IP")
                    json.member("indexType", index.rawValue.uppercased())
                    json.member("params") { json in
                        guard index == .hnsw else { return }
                        json.member("M", 16)
                        json.member("efConstruction", 200)
                    }
                }
            }
            json.member("params") { json in
                json.member("shardsNum", 1)
                json.member("consistencyLevel", "Strong")
            }
        }
        try load(collection)
    }

    func load(_ collection: String) throws(SearchError) {
        try send("collections/load") { $0.member("collectionName", collection) }
    }

    func drop(_ collection: String) throws(SearchError) {
        try send("collections/drop") { $0.member("collectionName", collection) }
    }

    func upsert(_ rows: [[UInt8]], into collection: String) throws(SearchError) {
        let reply = try calls.call(.second, "POST", "entities/upsert", body(collection, rows))
        guard reply["data"]?["upsertCount"]?.whole == rows.count else { throw unexpected("the reply to rows") }
    }

    func delete(_ ids: [String], from collection: String) throws(SearchError) {
        try send("entities/delete") { json in
            json.member("collectionName", collection)
            json.member("filter", FilterText.oneOf(ids))
        }
    }

    func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int
    ) throws(SearchError) -> [JSONValue] {
        try query(collection, filter, fields, limit: limit, .bounded)
    }

    private func query(
        _ collection: String, _ filter: String, _ fields: [String], limit: Int, _ freshness: Freshness
    ) throws(SearchError) -> [JSONValue] {
        let reply = try send("entities/query") { json in
            json.member("collectionName", collection)
            json.member("filter", filter)
            json.member("outputFields", array: fields) { $0.value($1) }
            json.member("limit", limit)
            json.member("consistencyLevel", freshness.name)
        }
        guard let rows = reply["data"]?.elements else { throw unexpected("the reply to a query") }
        return rows
    }

    func revisions(of ids: [String], in collection: String) throws(SearchError) -> [String: Int] {
        let rows = try query(collection, FilterText.oneOf(ids), ["id", "rev"], limit: ids.count, .strong)
        var revisions: [String: Int] = [:]
        for row in rows {
            guard let id = row["id"]?.text, let revision = row["rev"]?.whole else { throw unexpected("a row") }
            revisions[id] = revision
        }
        return revisions
    }

    func count(_ collection: String) throws(SearchError) -> Int {
        let rows = try query(collection, "", ["count(*)"], limit: 0, .strong)
        guard let count = rows.first?["count(*)"]?.whole else { throw unexpected("a count") }
        return count
    }

    func search(
        _ collection: String, _ vector: [Int8], count: Int, passing filter: String?, _ freshness: Freshness
    ) throws(SearchError) -> [String] {
        let reply = try send("entities/search") { json in
            json.member("collectionName", collection)
            json.member("data", array: [vector]) { json, vector in json.array(vector) { $0.value(Int($1)) } }
            json.member("annsField", "vector")
            if let filter { json.member("filter", filter) }
            json.member("limit", count)
            json.member("outputFields", array: ["id"]) { $0.value($1) }
            json.member("consistencyLevel", freshness.name)
            json.member("searchParams") { json in
                json.member("metricType", "IP")
                json.member("params") { $0.member("ef", width(for: count)) }
            }
        }
        guard let rows = reply["data"]?.elements else { throw unexpected("the reply to a search") }
        return try rows.map { row throws(SearchError) in
            guard let id = row["id"]?.text else { throw unexpected("a hit") }
            return id
        }
    }

    @discardableResult
    private func send(
        _ path: String, _ body: (inout JSONWriter) -> Void
    ) throws(SearchError) -> [String: JSONValue] {
        var json = JSONWriter()
        json.object(body)
        return try calls.call(.second, "POST", path, json.bytes)
    }
}

extension Freshness {
    /// The name in a request.
    fileprivate var name: String { self == .strong ? "Strong" : "Bounded" }
}
