/// The description of a group's routes: its part of the OpenAPI document, which stands as JSON beside the routes.
///
/// The JSON has the members `paths`, `schemas` and, where the group has its own, `securitySchemes`, as in OpenAPI, in a
/// short form:
///
/// - An object with `$use` has the members of the `parts` that it names.
/// - `$schema` refers to a schema, `$answer` is JSON of a schema as the content of an answer, `$body` is the schema of a
///   required body.
/// - An element `$parameters` of a list stands for query parameters, as names with their texts.
/// - `form` describes an operation by GET, and by POST with its parameters in the body; `getAndPost` one that both
///   methods have alike.
/// - Numbers of the program stand as `{{name}}`.
package struct RouteDescription: Sendable {
    package let paths: [String: JSONValue]
    package let schemas: [String: JSONValue]
    package let securitySchemes: [String: JSONValue]
    /// A sentence about the group for the introduction.
    package let introduction: String

    /// - Parameters:
    ///   - json: The file, which is part of the program.
    ///   - numbers: The numbers that it names.
    package init(_ json: [UInt8], _ numbers: KeyValuePairs<String, Int> = [:]) {
        var text = String(decoding: json, as: UTF8.self)
        for (name, number) in numbers {
            text.replace("\"{{\(name)}}\"", with: String(number))
            text.replace("{{\(name)}}", with: String(number))
        }
        // A part of the program: what cannot be read would describe nothing, and let any member of a request pass.
        guard !text.contains("{{"), let file = try? JSONValue(parsing: Array(text.utf8)) else {
            preconditionFailure("a description is no JSON, or names a number that it is not given: \(text.prefix(200))")
        }
        let parts = file["parts"]?.members ?? [:]
        func members(_ name: String) -> [String: JSONValue] {
            (file[name]?.members ?? [:]).mapValues { DescriptionParts(parts).expanded($0) }
        }
        paths = members("paths")
        schemas = members("schemas")
        securitySchemes = members("securitySchemes")
        introduction = file["introduction"]?.text ?? ""
    }
}

/// Expands the short form of a description.
private struct DescriptionParts {
    private let parts: [String: JSONValue]

    init(_ parts: [String: JSONValue]) { self.parts = parts }

    func expanded(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.flatMap(elements))
        case .object(var members):
            if let form = members.removeValue(forKey: "form") { return operations(expanded(form).members) }
            if let calls = members.removeValue(forKey: "getAndPost") {
                let call = expanded(calls)
                return ["get": call, "post": call]
            }
            if let schema = members["$schema"]?.text { return ["$ref": .string("#/components/schemas/\(schema)")] }
            if let body = members["$body"] { return ["required": true, "content": json(expanded(body))] }
            var all: [String: JSONValue] = [:]
            if let answer = members.removeValue(forKey: "$answer") {
                all["content"] = json(expanded(["$schema": answer]))
            }
            for name in members.removeValue(forKey: "$use")?.names ?? [] {
                guard let part = parts[name] else { preconditionFailure("a description has no part `\(name)`") }
                all.merge(expanded(part).members) { $1 }
            }
            return .object(all.merging(members.mapValues(expanded)) { $1 })
        default: return value
        }
    }

    private func json(_ schema: JSONValue) -> JSONValue { ["application/json": ["schema": schema]] }

    /// The elements that one element of a list stands for.
    private func elements(_ value: JSONValue) -> [JSONValue] {
        guard let parameters = value["$parameters"] else { return [expanded(value)] }
        return queryParameters(expanded(parameters).members)
    }

    /// - Parameter texts: The texts by name; an object has the schema, and the text as its `description`.
    private func queryParameters(_ texts: [String: JSONValue]) -> [JSONValue] {
        texts.sorted { $0.key < $1.key }.map { name, value in
            var parameter: [String: JSONValue] = [
                "name": .string(name), "in": "query", "description": value, "allowEmptyValue": true,
                "schema": ["type": "string"],
            ]
            if var schema = Optional(value.members), !schema.isEmpty {
                parameter["description"] = schema.removeValue(forKey: "description")
                parameter["schema"] = .object(schema)
            }
            return .object(parameter)
        }
    }

    /// An operation by GET, and by POST with the parameters in the body.
    ///
    /// - Parameter form: `summary`, `responses`, `parameters` by name with their texts, `path` with the parameters in the
    ///   path, and `file` with the schema of a file named `image`.
    private func operations(_ form: [String: JSONValue]) -> JSONValue {
        let texts = form["parameters"]?.members ?? [:]
        let path = form["path"]?.elements ?? []
        var properties = texts.mapValues { JSONValue.object(["description": $0]) }
        let fields: JSONValue = .object(["type": "object", "properties": .object(properties)])
        if let file = form["file"] { properties["image"] = file }
        var common = form.filter { ["summary", "responses"].contains($0.key) }
        common["parameters"] = .array(path + queryParameters(texts))
        var post = common
        post["parameters"] = .array(path)
        post["requestBody"] = [
            "content": .object([
                "application/x-www-form-urlencoded": ["schema": fields],
                "multipart/form-data": ["schema": .object(["type": "object", "properties": .object(properties)])],
            ])
        ]
        return .object(["get": .object(common), "post": .object(post)])
    }
}

extension JSONValue {
    fileprivate var names: [String] { elements?.compactMap(\.text) ?? [] }
}
