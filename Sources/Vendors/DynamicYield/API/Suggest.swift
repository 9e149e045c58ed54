extension DynamicYield {
    /// A request for completions of a text, or for popular searches.
    package struct Suggest: Hashable, Sendable {
        /// Three characters or more are completed; fewer ask for popular searches.
        package var text: String
        /// The most suggestions, 1…100.
        package var limit: Int
        /// The language and region whose searches count.
        package var locale: String?
        package var visitor: Visitor

        package init(_ text: String, limit: Int = 10, locale: String? = nil, visitor: Visitor = Visitor()) {
            self.text = text
            self.limit = limit
            self.locale = locale
            self.visitor = visitor
        }

        /// Everything that a service would refuse.
        package var faults: [Fault] {
            var faults: [Fault] = []
            if text.count > Limits.textLength {
                faults.append(
                    Fault("query.text", "must have at most \(Limits.textLength) characters, not \(text.count)"))
            }
            if !Limits.suggestions.contains(limit) {
                let (least, most) = (Limits.suggestions.lowerBound, Limits.suggestions.upperBound)
                let text = "must be from \(least) to \(most), not \(limit)"
                faults.append(Fault("query.suggestions[0].maxResults", text))
            }
            return faults
        }

        /// The body of the request.
        package var json: JSONValue {
            var context = visitor.context
            if let locale { context["page"] = ["locale": .string(locale)] }
            var members = visitor.members
            members["context"] = .object(context)
            members["query"] = [
                "text": .string(text),
                "suggestions": [["type": .string(Self.type), "maxResults": .int(limit)]],
            ]
            return .object(members)
        }

        fileprivate static let type = "querySuggestions"

        /// Reads the body of a request; throws all faults.
        package static func read(_ body: [UInt8]) throws(Faults) -> Suggest {
            var reader = RequestReader()
            let root = try reader.object(of: body)
            let context = reader.object("context", of: root)
            let query = reader.object("query", of: root, isRequired: true)
            var suggest = Suggest(reader.text("text", of: query) ?? "")
            suggest.locale = reader.text("locale", of: reader.object("page", of: context))
            suggest.visitor = reader.visitor(root, context)
            for (index, value) in (reader.array("suggestions", of: query) ?? []).prefix(10).enumerated() {
                let path = "query.suggestions[\(index)]"
                guard let members = reader.members(value, at: path) else { continue }
                let type = reader.text("type", of: members, isRequired: true)
                if let type, type != Self.type {
                    reader.note(members.place("type"), "must be \(Self.type), not `\(type.prefix(64))`")
                }
                if let limit = reader.integer("maxResults", of: members) { suggest.limit = limit }
            }
            try reader.finish(suggest.faults)
            return suggest
        }
    }

    /// Completions of a text, or popular searches.
    public struct Suggestions: Hashable, Sendable {
        /// The texts, most frequent first.
        public var terms: [String]
        /// The parts of the answer that could not be read.
        public var notices: [Fault] = []

        package init(_ terms: [String]) { self.terms = terms }

        /// The body of the answer.
        package func encoded(cookies: [Cookie]) -> [UInt8] {
            let data: JSONValue = [
                "suggestions": ["querySuggestions": .array(terms.map { ["term": .string($0)] })]
            ]
            return JSONValue.object([
                "variations": [["payload": ["type": "SUGGEST", "data": data]]],
                "cookies": .array(cookies.map(\.json)),
            ]).encoded
        }

        /// Reads an answer; a suggestion that cannot be read is left out, and is among the notices.
        ///
        /// The variation stands in the answer itself or in its first choice, and a suggestion is an object with a
        /// `term` or a `text`, or a text: clients of the service read each of these.
        package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
            self.init([])
            let whole = try JSONValue(parsing: bytes)
            guard case .object = whole else {
                throw MalformedJSON(path: "", reason: "expected an object, found \(whole.kind)")
            }
            let answer = whole["variations"] == nil ? whole["choices"]?.elements?.first : whole
            let data = answer?["variations"]?.elements?.first?["payload"]?["data"]
            for (index, value) in (data?["suggestions"]?["querySuggestions"]?.elements ?? []).enumerated() {
                if let term = (value["term"] ?? value["text"] ?? value).text {
                    terms.append(term)
                } else {
                    notices.append(Fault("querySuggestions[\(index)]", "has no term"))
                }
            }
        }
    }
}
