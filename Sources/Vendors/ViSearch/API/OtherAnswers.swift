extension ViSearch {
    /// The features of a picture.
    public struct Features: Answer, WireAnswer {
        /// The members that every answer has.
        public var head: AnswerHead
        /// As base64, one for each object that was looked for.
        public var features: [String]
        /// The name of the uploaded picture, for further requests.
        public var imageID: String?
        /// The objects in the picture, surest first.
        public var productTypes: [FoundObject] = []
        /// The types that the service can find.
        public var knownTypes: [TypeEntry] = []

        /// Creates an answer with the features of a picture.
        package init(_ features: [String], imageID: String? = nil, requestID: String? = nil) {
            head = AnswerHead(.extractFeature, .ok, requestID: requestID)
            self.features = features
            self.imageID = imageID
        }

        package init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            head = try AnswerHead(&members)
            features = try members.texts("result") ?? []
            imageID = try members.text("im_id")
            productTypes = try members.array("product_types", FoundObject.init(json:at:)) ?? []
            knownTypes = try members.array("product_types_list", TypeEntry.init(json:at:)) ?? []
            head.other = members.rest
        }

        package func write(to writer: inout JSONWriter) {
            head.write(to: &writer) { writer in
                writer.member("error", faults) { writer, fault in fault.writeShort(to: &writer) }
                writer.member("product_types", productTypes) { writer, object in object.write(to: &writer) }
                writer.member("product_types_list", knownTypes) { writer, type in type.write(to: &writer) }
                writer.member("result", features)
                writer.member("im_id", imageID)
            }
        }
    }

    /// The completions of words.
    public struct Completions: Answer, WireAnswer {
        /// A way the words may go on.
        public typealias Completion = ViSenze.Completion

        /// The members that every answer has.
        public var head: AnswerHead
        /// From 1.
        public var page: Int?
        /// Likeliest first.
        public var completions: [Completion]

        /// Creates an answer with completions.
        package init(_ completions: [Completion], page: Int? = 1, requestID: String? = nil) {
            head = AnswerHead(.autocomplete, .ok, requestID: requestID)
            self.completions = completions
            self.page = page
        }

        package init(json: JSONValue) throws(MalformedJSON) {
            var members = try JSONMembers(json)
            head = try AnswerHead(&members)
            page = try members.integer("page")
            completions = try members.array("result", Completion.init(json:at:)) ?? []
            head.other = members.rest
        }

        package func write(to writer: inout JSONWriter) {
            head.write(to: &writer) { writer in
                writer.member("error", faults) { writer, fault in fault.writeShort(to: &writer) }
                writer.member("page", page)
                writer.member("result", completions) { writer, completion in completion.write(to: &writer) }
            }
        }
    }
}
