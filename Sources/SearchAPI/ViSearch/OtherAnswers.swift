extension ViSearch {
    /// The answer of ``ExtractFeature``.
    public struct Features: Answer {
        public var status: Status
        public var errorTexts: [String]
        public var errorNumber: Int?
        public var requestID: String?
        /// As base64, one for each thing that was looked for.
        public var features: [String]
        public var imageID: String?
        public var productTypes: [FoundObject]
        public var knownTypes: [TypeEntry]
        public var other: [String: JSONValue]

        public init(_ features: [String], imageID: String? = nil, requestID: String? = nil) {
            self.features = features
            self.imageID = imageID
            self.requestID = requestID
            status = .ok
            errorTexts = []
            productTypes = []
            knownTypes = []
            other = [:]
        }

        public init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            let head = try AnswerHead(&members)
            self.init(
                try members.texts("result") ?? [], imageID: try members.text("im_id"), requestID: head.requestID)
            status = head.status
            errorTexts = head.errors.map(\.text)
            errorNumber = head.errorNumber
            productTypes = try members.array("product_types", FoundObject.init(json:at:)) ?? []
            knownTypes = try members.array("product_types_list", TypeEntry.init(json:at:)) ?? []
            other = members.rest
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status.rawValue)
            writer.member("method", Operation.extractFeature.rawValue)
            writer.member("error", errorTexts)
            writer.member("error_code", errorNumber)
            writer.member("product_types", productTypes) { writer, object in object.write(to: &writer) }
            writer.member("product_types_list", knownTypes) { writer, type in type.write(to: &writer) }
            writer.member("result", features)
            writer.member("im_id", imageID)
            writer.members(other)
            writer.member("reqid", requestID)
            writer.endObject()
        }
    }

    /// The answer of ``Autocomplete``.
    public struct Completions: Answer {
        /// A way the words may go on.
        public struct Completion: Hashable, Sendable, Codable {
            public var text: String
            public var score: Double?

            public init(_ text: String, score: Double? = nil) {
                self.text = text
                self.score = score
            }
        }

        public var status: Status
        public var errorTexts: [String]
        public var errorNumber: Int?
        public var requestID: String?
        public var page: Int?
        public var completions: [Completion]
        public var other: [String: JSONValue]

        public init(_ completions: [Completion], page: Int? = 1, requestID: String? = nil) {
            self.completions = completions
            self.page = page
            self.requestID = requestID
            status = .ok
            errorTexts = []
            other = [:]
        }

        public init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            let head = try AnswerHead(&members)
            let completions = try members.array("result") { json, path throws(MalformedJSON) in
                var members = try JSONMembers(json, at: path)
                return Completion(try members.text("text") ?? "", score: try members.number("score"))
            }
            self.init(completions ?? [], page: try members.integer("page"), requestID: head.requestID)
            status = head.status
            errorTexts = head.errors.map(\.text)
            errorNumber = head.errorNumber
            other = members.rest
        }

        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("status", status.rawValue)
            writer.member("method", Operation.autocomplete.rawValue)
            writer.member("error", errorTexts)
            writer.member("error_code", errorNumber)
            writer.member("page", page)
            writer.member("result", completions) { writer, completion in
                writer.beginObject()
                writer.member("text", completion.text)
                writer.member("score", completion.score)
                writer.endObject()
            }
            writer.members(other)
            writer.member("reqid", requestID)
            writer.endObject()
        }
    }
}
