extension ViSearch {
    /// The reason why a request is refused: the text that travels, and the number of data operations.
    package struct Fault: Error, Hashable, Sendable, Codable, CustomStringConvertible {
        /// Nil for faults that have no number.
        package var code: Int?
        /// The words of the service.
        package var text: String
        /// The answer repeats page and limit of the request; else both are 0, as with every bad parameter.
        package var echoesPage: Bool
        private var note = Note()

        /// The cause of the fault, for the log of a server. Never sent, and ignored when faults are compared.
        package var reason: String? { note.text }

        private enum CodingKeys: CodingKey {
            case code, text, echoesPage
        }

        /// Creates a fault with the words of the service.
        package init(code: Int? = nil, _ text: String, echoesPage: Bool = false) {
            self.code = code
            self.text = text
            self.echoesPage = echoesPage
        }

        /// A parameter that is not what it should be.
        package static func invalid(_ text: String) -> Fault { Fault(text) }

        /// Returns the same fault with its cause.
        package func because(_ reason: String) -> Fault {
            var fault = self
            fault.note.text = reason
            return fault
        }

        /// The words of the service, with the number where there is one.
        package var description: String { code.map { "\(text) (\($0))" } ?? text }

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
    /// An access key or a secret key that is not known.
    package static let badCredentials = Self(code: 11, "Invalid access key or secret key.")
    /// A key without the right to do this.
    package static let unauthorized = Self(code: 12, "Unauthorized.")
    /// A service with too much to do; the request may be tried again.
    package static let busy = Self(code: 31, "System busy, please try again later.")
    /// A fault of the service.
    package static let systemError = Self(code: 32, "A system error is reported.")
}

// Of data operations.
extension ViSearch.Fault {
    /// An insertion that the service does not know.
    package static let unknownTransaction = Self(code: 101, "Transaction not found with trans_id.")
    /// An item that the catalog of a data operation does not hold.
    package static let unknownImage = Self(code: 102, "Image not found with im_name.")
    /// An insertion of more than 100 images.
    package static let batchTooLarge = Self(
        code: 103, "Exceeded maximum insert batch size of \(ViSearch.Limits.images).")
    /// An insertion without an image.
    package static let noImageInserted = Self(code: 104, "No image inserted.")
    /// An image with more than 32 parameters.
    package static let tooManyParameters = Self(
        code: 105, "Number of parameters for image exceeds maximum limit of \(ViSearch.Limits.imageParameters).")
    /// A name that is empty or blank.
    package static let invalidName = Self(code: 107, "Invalid im_name.")
    /// An image without a URL.
    package static let missingURL = Self(code: 108, "Missing im_url.")
    /// A picture of an insertion that could not be fetched.
    package static let cannotDownload = Self(code: 201, "Could not download the image from im_url.")
    /// A picture of an insertion in a format that is not decoded.
    package static let unsupportedFormat = Self(code: 202, "Unsupported image format.")
    /// A picture of an insertion with sides beyond the limits.
    package static let unsupportedDimension = Self(code: 203, "Unsupported image dimension.")

    /// Another fault of an image or a batch; `reason` is a sentence without a capital letter or a period.
    package static func notInserted(_ reason: String) -> Self { Self(code: 104, "No image inserted: \(reason).") }

    /// A part of a multipart body that was meant as a picture and came as text.
    package static func pictureWithoutFilename(_ part: String) -> Self {
        Self(code: 108, "\(part) is not taken as a picture: a part with a picture needs a filename.")
    }

    /// A value with more bytes than its parameter may have.
    package static func tooLong(_ parameter: String) -> Self { Self(code: 106, "\(parameter) exceeds length limit.") }

    /// A value that does not fit the type of its field.
    package static func wrongType(_ field: String, _ type: AttributeType) -> Self {
        Self(code: 109, "\(field) should be of data type \(type.rawValue).")
    }
}

// Of searches.
extension ViSearch.Fault {
    /// A query item that the catalog does not hold.
    package static let imageNotFound = Self(code: 1101, "Image not found with im_name.", echoesPage: true)
    /// A query picture in a format that is not decoded.
    package static let invalidImageFormat = Self(code: 1102, "Invalid image file format.")
    /// A query picture with sides beyond the limits.
    package static let invalidImageDimension = Self(code: 1103, "The image format or dimension is invalid.")
    /// A query picture, or its URL, that cannot be used.
    package static let invalidImage = Self(code: 1104, "Invalid image or im_url.")
    /// A query picture that could not be fetched.
    package static let queryNotDownloaded = Self(code: 1105, "Could not download the image from im_url.")
    /// A query picture that took too long to fetch.
    package static let downloadTimedOut = Self(code: 1106, "Timeout while downloading image from im_url.")
    /// A search in an empty catalog.
    package static let noImages = Self(code: 1107, "App doesn't have any images.")
    /// An empty name of an upload.
    package static let missingImageID = Self(code: 1110, "Missing im_id.")
    /// A request that needs a picture and has none.
    package static let missingImage = Self(code: 1111, "Missing im_url or im_id.")
    /// A query item whose name is missing, blank or longer than 512 bytes.
    package static let invalidQueryName = Self("im_name is invalid.")
    /// A color, or a list of colors, that cannot be read.
    package static let invalidColor = Self("color is invalid.")

    private static let ofSearches = [
        imageNotFound, invalidImageFormat, invalidImageDimension, invalidImage, queryNotDownloaded, downloadTimedOut,
        noImages, missingImageID, missingImage, invalidQueryName, invalidColor,
    ]

    /// The fault of a search by its words; nil for words that are not known.
    ///
    /// Answers to searches have the words alone, without the number, so nothing else tells one fault from another. Data
    /// operations have a number beside the words, and give some of the same words other numbers.
    package static func ofSearch(_ text: String) -> Self? { ofSearches.first { $0.text == text } }
}
