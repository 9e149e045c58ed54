extension ProductSearch {
    /// Texts to search for.
    public struct Completions: Hashable, Sendable {
        /// A text to search for.
        public struct Completion: Hashable, Sendable {
            /// The words.
            public var text: String
            /// The more, the likelier; at a server of your own the products that contain the words.
            public var score: Double?
            /// Further members that the service sent, by their names.
            public var other: [String: JSONValue] = [:]

            /// Creates a completion.
            package init(_ text: String, score: Double? = nil) { (self.text, self.score) = (text, score) }
        }

        /// The outcome.
        public package(set) var status: Status
        /// The name of the request.
        public package(set) var requestID: String?
        /// The reason of a failure; nil when all is well.
        package var error: ErrorMessage?
        /// Likeliest first.
        public var completions: [Completion]
        /// Sentences about parameters without effect; from a server of your own alone.
        public var warnings: [String] = []
        /// Further members that the service sent, by their names on the wire.
        public var other: [String: JSONValue] = [:]

        /// Creates an answer with completions.
        package init(_ completions: [Completion], requestID: String? = nil) {
            status = .ok
            self.completions = completions
            self.requestID = requestID
        }

        /// Reads an answer from the bytes of a body.
        ///
        /// Throws where a member that the answer needs is missing or has another shape.
        package init(parsing bytes: some Sequence<UInt8>) throws(MalformedJSON) {
            var members = try JSONMembers(try JSONValue(parsing: bytes))
            guard let text = try members.text("status") else {
                throw MalformedJSON(path: "status", reason: "expected text, found nothing")
            }
            status = try Status(text, at: "status")
            requestID = try members.text("reqid")
            error = try members.value("error").map { json throws(MalformedJSON) in
                try ErrorMessage(json: json, at: "error")
            }
            completions =
                try members.array("result") { json, path throws(MalformedJSON) in
                    var members = try JSONMembers(json, at: path)
                    var completion = Completion(try members.text("text") ?? "", score: try members.number("score"))
                    completion.other = members.rest
                    return completion
                } ?? []
            warnings = try members.texts("warnings") ?? []
            other = members.rest
        }

        /// The answer as a JSON text.
        package var encoded: [UInt8] {
            var writer = JSONWriter()
            writer.object(other) { writer in
                writer.member("status", status.rawValue)
                writer.member("method", Operation.autocomplete.rawValue)
                writer.member("reqid", requestID)
                writer.member("page", 1)
                writer.member("limit", completions.count)
                writer.member("total", completions.count)
                writer.member("result", completions) { writer, completion in
                    writer.object(completion.other) { writer in
                        writer.member("text", completion.text)
                        writer.member("score", completion.score)
                    }
                }
                writer.member("warnings", warnings.isEmpty ? nil : warnings)
            }
            return writer.bytes
        }
    }
}
