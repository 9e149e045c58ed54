extension ProductSearch {
    /// The error of an answer.
    public struct ErrorMessage: Hashable, Sendable {
        /// The number of the error; nil where the service gave none.
        public var code: Int?
        /// The text of the service.
        public var message: String
        /// Further members that the service sent, by their names.
        public var other: [String: JSONValue] = [:]

        /// Creates the error of an answer.
        package init(code: Int?, message: String) { (self.code, self.message) = (code, message) }
    }
}

extension ProductSearch.Fault {
    /// An app key that is not known.
    package static var unknownKey: Self { Self(code: 11, "Invalid app_key.") }
    /// A key without the right to do this; `text` is the sentence.
    package static func unauthorized(_ text: String) -> Self { Self(code: 12, text) }
    /// A request that needs a picture and has none: the words of the service.
    package static var missingImage: Self { Self(code: 203, "Please provide 'image', 'im_url' or 'im_id' parameter.") }
    /// A multisearch without anything to search with.
    package static var missingQuery: Self {
        Self(code: 203, "Please provide 'q', 'image', 'im_url', 'im_id' or 'pid' parameter.")
    }
    /// A product that the catalog does not hold.
    package static var unknownProduct: Self { Self(code: 1101, "Product not found with product_id.") }
}

extension ProductSearch.ErrorMessage {
    /// An object, or a text alone.
    init(json: JSONValue, at path: String) throws(MalformedJSON) {
        if let text = json.text {
            self.init(code: nil, message: text)
            return
        }
        var members = try JSONMembers(json, at: path)
        let code = try members.integer("code")
        let message = try members.text("message")
        self.init(code: code, message: message ?? json.encodedText)
        other = members.rest
    }

    func write(to writer: inout JSONWriter) {
        writer.object(other) { writer in
            writer.member("code", code)
            writer.member("message", message)
        }
    }
}
