extension ProductSearch {
    /// Texts to search for.
    public struct Completions: Hashable, Sendable {
        /// A text to search for.
        public typealias Completion = ViSenze.Completion

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
            status = try Status(&members)
            requestID = try members.text("reqid")
            error = try members.record("error", ErrorMessage.init(json:at:))
            completions = try members.array("result", Completion.init(json:at:)) ?? []
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
                writer.member("result", completions) { writer, completion in completion.write(to: &writer) }
                writer.member("warnings", warnings.isEmpty ? nil : warnings)
            }
            return writer.bytes
        }
    }
}
