extension ViSearch {
    /// Why a request is refused: the text that travels, and the number of data operations.
    public struct Fault: Error, Hashable, Sendable, Codable, CustomStringConvertible {
        /// Nil for faults that have no number.
        public var code: Int?
        /// The words of the service.
        public var text: String
        /// The answer repeats page and limit of the request; else both are 0, as with every bad parameter.
        public var echoesPage: Bool
        private var note = Note()

        /// What went wrong behind it, for the log of a server. Never travels, and makes no difference between faults.
        package var reason: String? { note.text }

        private enum CodingKeys: CodingKey {
            case code, text, echoesPage
        }

        public init(code: Int? = nil, _ text: String, echoesPage: Bool = false) {
            self.code = code
            self.text = text
            self.echoesPage = echoesPage
        }

        /// A parameter that is not what it should be.
        public static func invalid(_ text: String) -> Fault { Fault(text) }

        /// The same fault, and what went wrong behind it.
        package func because(_ reason: String) -> Fault {
            var fault = self
            fault.note.text = reason
            return fault
        }

        public var description: String { code.map { "\(text) (\($0))" } ?? text }

        /// Text that is equal to any other.
        private struct Note: Hashable, Sendable {
            var text: String?

            static func == (_: Note, _: Note) -> Bool { true }
            func hash(into _: inout Hasher) {}
        }
    }
}

// Of access and load.
extension ViSearch.Fault {
    public static let badCredentials = Self(code: 11, "Invalid access key or secret key.")
    public static let unauthorized = Self(code: 12, "Unauthorized.")
    public static let collectionFull = Self(code: 21, "Exceeds image collection size limit.")
    public static let busy = Self(code: 31, "System busy, please try again later.")
    public static let systemError = Self(code: 32, "A system error is reported.")
}

// Of data operations.
extension ViSearch.Fault {
    public static let unknownTransaction = Self(code: 101, "Transaction not found with trans_id.")
    public static let unknownImage = Self(code: 102, "Image not found with im_name.")
    public static let batchTooLarge = Self(code: 103, "Exceeded maximum insert batch size of 100.")
    public static let noImageInserted = Self(code: 104, "No image inserted.")
    public static let tooManyParameters = Self(
        code: 105, "Number of parameters for image exceeds maximum limit of 32.")
    public static let invalidName = Self(code: 107, "Invalid im_name.")
    public static let missingURL = Self(code: 108, "Missing im_url.")
    public static let cannotDownload = Self(code: 201, "Could not download the image from im_url.")
    public static let unsupportedFormat = Self(code: 202, "Unsupported image format.")
    public static let unsupportedDimension = Self(code: 203, "Unsupported image dimension.")

    /// What else is wrong with an image or a batch, in a sentence without a capital letter or a period.
    public static func notInserted(_ reason: String) -> Self { Self(code: 104, "No image inserted: \(reason).") }

    public static func tooLong(_ parameter: String) -> Self { Self(code: 106, "\(parameter) exceeds length limit.") }

    public static func wrongType(_ field: String, _ type: AttributeType) -> Self {
        Self(code: 109, "\(field) should be of data type \(type.rawValue).")
    }
}

// Of searches.
extension ViSearch.Fault {
    public static let imageNotFound = Self(code: 1101, "Image not found with im_name.", echoesPage: true)
    public static let invalidImageFormat = Self(code: 1102, "Invalid image file format.")
    public static let invalidImageDimension = Self(code: 1103, "The image format or dimension is invalid.")
    public static let invalidImage = Self(code: 1104, "Invalid image or im_url.")
    public static let queryNotDownloaded = Self(code: 1105, "Could not download the image from im_url.")
    public static let downloadTimedOut = Self(code: 1106, "Timeout while downloading image from im_url.")
    public static let noImages = Self(code: 1107, "App doesn't have any images.")
    public static let missingImageID = Self(code: 1110, "Missing im_id.")
    public static let missingImage = Self(code: 1111, "Missing im_url or im_id.")
    public static let invalidQueryName = Self("im_name is invalid.")
    public static let invalidColor = Self("color is invalid.")
}
