extension ProductSearch {
    /// The reason why a request is refused: the number and the text that travel, as an object.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number; clients branch on it.
        package var code: Int
        /// A sentence with its period.
        package var text: String
        /// The cause of the fault, for the log of a server. Never sent.
        package var reason: String?

        /// Creates a fault from its number and its sentence.
        package init(_ code: Int, _ text: String, reason: String? = nil) {
            (self.code, self.text, self.reason) = (code, text, reason)
        }

        /// Returns the same fault with its cause.
        package func because(_ reason: String?) -> Fault { Fault(code, text, reason: reason) }

        /// The sentence with the number.
        package var description: String { "\(text) (\(code))" }
    }

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

extension ProductSearch.Fault: ParameterFault {
    package static var listValues: Int { ProductSearch.Limits.listValues }

    /// A parameter that is not what it should be. The number is that of the vendor's tracker for the same.
    package static func invalid(_ text: String) -> Self { Self(104, text) }

    /// An app key that is not known.
    package static let unknownKey = Self(11, "Invalid app_key.")
    /// A key without the right to do this; `text` is the sentence.
    package static func unauthorized(_ text: String) -> Self { Self(12, text) }
    /// A server with too much to do; the request may be tried again.
    package static let busy = Self(31, "System busy, please try again later.")
    /// A fault of the server.
    package static let systemError = Self(32, "A system error is reported.")
    /// A request that needs a picture and has none: the words of the service.
    package static let missingImage = Self(203, "Please provide 'image', 'im_url' or 'im_id' parameter.")
    /// A multisearch without anything to search with.
    package static let missingQuery = Self(203, "Please provide 'q', 'image', 'im_url', 'im_id' or 'pid' parameter.")
    /// A product that the catalog does not hold.
    package static let unknownProduct = Self(1101, "Product not found with product_id.")
    /// A picture in a format that is not decoded.
    package static let invalidFormat = Self(1102, "Invalid image file format.")
    /// A picture with sides beyond the limits.
    package static let invalidDimension = Self(1103, "The image format or dimension is invalid.")
    /// A picture, or its URL, that cannot be used.
    package static let invalidImage = Self(1104, "Invalid image or im_url.")
    /// A picture that could not be fetched.
    package static let notDownloaded = Self(1105, "Could not download the image from im_url.")
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
