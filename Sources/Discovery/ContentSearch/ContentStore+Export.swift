internal import VisualSearch

extension ContentStore {
    /// Calls `body` with all content as JSON lines: the schemas of the modules first, then each instance. An import of
    /// them gives the same content.
    ///
    /// - Parameters:
    ///   - modules: The names or ids of the modules; empty, the default, for all.
    ///   - body: Gets one line at a time, without its end.
    public func export(
        _ modules: [String] = [], _ body: (String) throws(SearchError) -> Void
    ) throws(SearchError) {
        try engine.store.read { snapshot throws(SearchError) in
            let schema = try schema(in: snapshot)
            let wanted = try schema.modules(named: modules)
            for module in wanted { try body(JSONValue.object(["schema": module.json]).encodedText) }
            guard try snapshot.fields()[ContentColumn.module] != nil else { return }
            let names = wanted.map { AttributeValue.string($0.name) }
            for slot in try snapshot.matching(.oneOf(ContentColumn.module, names)) {
                guard let content = try snapshot.content(at: slot) else { continue }
                // The two parts are JSON already; `values` of the head is empty.
                guard case .object(var members)? = try? JSONValue(parsing: content.head.utf8),
                    let values = try? JSONValue(parsing: content.values.utf8)
                else { throw .damaged(path: engine.store.path, detail: "the content in row \(slot)") }
                members["values"] = values
                try body(JSONValue.object(members).encodedText)
            }
        }
    }
}
