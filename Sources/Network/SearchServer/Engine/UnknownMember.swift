/// A member of a request that its schema does not have, such as `fitler`: what is not understood must not be left out.
enum UnknownMember {
    /// Returns the fault of the first unknown member, with its place and the name that may have been meant; nil where all
    /// are known.
    ///
    /// - Parameters:
    ///   - value: The body of a request.
    ///   - path: The route, such as `/engine/search`.
    static func fault(in value: JSONValue, of path: String) -> String? {
        let call = EngineRoutes.description.paths[path]?["post"]?["requestBody"]
        guard let schema = call?["content"]?["application/json"]?["schema"] else { return nil }
        return fault(value, schema, at: "")
    }

    private static func fault(_ value: JSONValue, _ schema: JSONValue, at place: String) -> String? {
        switch value {
        case .array(let values):
            guard let items = resolved(schema).lazy.compactMap({ $0["items"] }).first else { return nil }
            for (index, value) in values.enumerated() {
                if let fault = fault(value, items, at: "\(place)[\(index)]") { return fault }
            }
            return nil
        case .object(let members):
            let objects = resolved(schema)
            var known: [String: JSONValue] = [:]
            for case .object(let properties)? in objects.map({ $0["properties"] }) {
                known.merge(properties) { first, _ in first }
            }
            if known.isEmpty { return nil }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let inner = place.isEmpty ? name : "\(place).\(name)"
                guard let schema = known[name] else {
                    let meant = SearchError.likeliest(name, among: known.keys.sorted()).map {
                        "; did you mean `\($0)`?"
                    }
                    let names = known.keys.sorted().joined(separator: ", ")
                    return "there is no member `\(inner)`\(meant ?? ""); the members are \(names)"
                }
                if let fault = fault(value, schema, at: inner) { return fault }
            }
            return nil
        default: return nil
        }
    }

    /// The schemas that a value may have, references and alternatives followed.
    private static func resolved(_ schema: JSONValue) -> [JSONValue] {
        if case .string(let reference)? = schema["$ref"] {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            return EngineRoutes.description.schemas[name].map(resolved) ?? []
        }
        for key in ["allOf", "oneOf", "anyOf"] {
            if case .array(let others)? = schema[key] { return others.flatMap(resolved) }
        }
        return [schema]
    }
}
