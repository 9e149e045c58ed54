internal import SearchAPI
internal import WireFormat

/// The interfaces of Milvus 2.3: `/v1/vector` for rows, and the messages of the internal protocol for collections, searches
/// and reads that wait.
struct MilvusV1Client: MilvusClient {
    let calls: MilvusCalls

    func description(of collection: String) throws(SearchError) -> CollectionState? {
        let path = "collections/describe?collectionName=\(collection)"
        guard let reply = try calls.callIfThere(.rows, "GET", path) else { return nil }
        guard case .object(let data)? = reply["data"] else { throw unexpected("the description") }
        var description = CollectionState(isLoaded: data["load"]?.text == "LoadStateLoaded")
        for case .object(let field) in data["fields"]?.elements ?? [] where field["name"]?.text == "vector" {
            let digits = (field["type"]?.text ?? "").filter(\.isNumber)
            description.dimensions = Int(digits)
        }
        for case .object(let index) in data["indexes"]?.elements ?? [] where index["fieldName"]?.text == "vector" {
            description.metric = index["metricType"]?.text
        }
        return description
    }

    func create(_ collection: String, dimensions: Int, index: MilvusAddress.Index) throws(SearchError) {
        func parameters(_ json: inout JSONWriter, _ name: String, _ pairs: [(String, String)]) {
            json.member(name, array: pairs) { json, pair in
                json.object {
                    $0.member("key", pair.0)
                    $0.member("value", pair.1)
                }
            }
        }
        // The numbers of kinds: Int64 5, VarChar 21, FloatVector 101.
        let fields: [(name: String, kind: Int, parameters: [(String, String)])] = [
            ("id", 21, [("max_length", "\(MilvusCalls.keyBytes)")]), ("rev", 5, []),
            ("record", 21, [("max_length", "65535")]),
            ("vector", 101, [("dim", "\(dimensions)")]),
        ]
        try send("POST", "collection") { json in
            json.member("collection_name", collection)
            json.member("shards_num", 1)
            json.member("consistency_level", 0)
            json.member("schema") { json in
                json.member("name", collection)
                json.member("enable_dynamic_field", true)
                json.member("fields", array: fields) { json, field in
                    json.object {
                        $0.member("name", field.name)
                        $0.member("data_type", field.kind)
                        $0.member("is_primary_key", field.name == "id")
                        parameters(&$0, "type_params", field.parameters)
                    }
                }
            }
        }
        try send("POST", "index") { json in
            json.member("collection_name", collection)
            json.member("field_name", "vector")
            json.member("index_name", "vector_index")
            parameters(
                &json, "extra_params",
                [
                    ("metric_type", "IP"), ("index_type", index.rawValue.uppercased()),
                    ("params", index == .hnsw ? #"{"M":16,"efConstruction":200}"# : "{}"),
                ])
        }
        try send("POST", "index") { json in
            json.member("collection_name", collection)
            json.member("field_name", "rev")
            json.member("index_name", "rev_index")
            parameters(&json, "extra_params", [("index_type", "STL_SORT")])
        }
        try load(collection)
    }

    func load(_ collection: String) throws(SearchError) {
        try send("POST", "collection/load") { json in
            json.member("collection_name", collection)
            json.member("replica_number", 1)
        }
    }

    func drop(_ collection: String) throws(SearchError) {
        try send("DELETE", "collection") { $0.member("collection_name", collection) }
    }

    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: (inout JSONWriter) -> Void
    ) throws(SearchError) -> [String: JSONValue] {
        var json = JSONWriter()
        json.object(body)
        return try calls.call(.messages, method, path, json.bytes)
    }
}
