extension ContentPage where Element == ContentInstance {
    /// The body of an answer: an object with a page, or the bare instances where the query skipped the pages.
    ///
    /// Notices are ours, and have no place among bare instances.
    package func halo(for window: ContentQuery.Window) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + 1024 * items.count)
        if window == .all {
            writer.array(items) { writer, item in writer.value(item.json) }
            return writer.bytes
        }
        writer.object { writer in
            writer.member("pagination") { writer in
                writer.member("page", page)
                writer.member("limit", limit)
                writer.member("offset", offset)
                writer.member("totalItems", total)
                writer.member("totalPages", pages)
            }
            writer.member("items", array: items) { writer, item in writer.value(item.json) }
            if !notices.isEmpty {
                writer.member("notices", array: notices) { writer, notice in
                    writer.object { writer in
                        writer.member("kind", notice.kind.rawValue)
                        writer.member("text", notice.text)
                        if let field = notice.field { writer.member("field", field) }
                        if let suggestion = notice.suggestion { writer.member("suggestion", suggestion) }
                    }
                }
            }
        }
        return writer.bytes
    }

    /// Reads an answer: a page, or bare instances, which become a page of their number.
    package init(halo body: [UInt8]) throws(MalformedJSON) {
        let value = try JSONValue(parsing: body)
        if case .array(let values) = value {
            let items = try Self.instances(values, at: "")
            self.init(page: 1, limit: items.count, total: items.count, items: items)
            return
        }
        var members = try JSONMembers(value)
        guard let pagination = members.value("pagination") else {
            throw MalformedJSON(path: "pagination", reason: "is missing")
        }
        var numbers = try JSONMembers(pagination, at: "pagination")
        func number(_ key: String) throws(MalformedJSON) -> Int {
            guard let number = try numbers.integer(key) else {
                throw MalformedJSON(path: numbers.path(key), reason: "is missing")
            }
            return number
        }
        guard case .array(let values)? = members.value("items") else {
            throw MalformedJSON(path: "items", reason: "expected an array")
        }
        let notices = try members.array("notices") { notice, path throws(MalformedJSON) in
            var members = try JSONMembers(notice, at: path)
            // A kind of a newer server is one of the remarks all the same.
            let kind = try members.text("kind").flatMap(Notice.Kind.init) ?? .unreadable
            return Notice(
                kind, try members.text("text") ?? "", field: try members.text("field"),
                suggestion: try members.text("suggestion"))
        }
        self.init(
            page: try number("page"), limit: try number("limit"), total: try number("totalItems"),
            items: try Self.instances(values, at: "items"), notices: notices ?? [])
    }

    private static func instances(_ values: [JSONValue], at path: String) throws(MalformedJSON) -> [ContentInstance] {
        var instances: [ContentInstance] = []
        instances.reserveCapacity(values.count)
        for (place, value) in values.enumerated() {
            do throws(MalformedJSON) { instances.append(try ContentInstance(json: value)) } catch {
                throw MalformedJSON(path: "\(path)[\(place)].\(error.path)", reason: error.reason)
            }
        }
        return instances
    }
}

extension Halo {
    /// The body of an answer with a status other than success.
    package static func failure(_ text: String) -> [UInt8] {
        JSONValue.object(["error": ["message": .string(text)]]).encoded
    }

    /// The reason in the body of such an answer; nil for another body.
    package static func reason(in body: [UInt8]) -> String? {
        (try? JSONValue(parsing: body))?["error"]?["message"]?.text
    }
}
