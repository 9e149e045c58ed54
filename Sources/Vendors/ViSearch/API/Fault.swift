// Of access.
extension ViSearch.Fault {
    /// An access key or a secret key that is not known.
    package static var badCredentials: Self { Self(code: 11, "Invalid access key or secret key.") }
    /// A key without the right to do this.
    package static var unauthorized: Self { Self(code: 12, "Unauthorized.") }
}

// Of data operations.
extension ViSearch.Fault {
    /// An insertion that the service does not know.
    package static var unknownTransaction: Self { Self(code: 101, "Transaction not found with trans_id.") }
    /// An item that the catalog of a data operation does not hold.
    package static var unknownImage: Self { Self(code: 102, "Image not found with im_name.") }
    /// An insertion of more than 100 images.
    package static var batchTooLarge: Self {
        Self(code: 103, "Exceeded maximum insert batch size of \(ViSearch.Limits.images).")
    }
    /// An insertion without an image.
    package static var noImageInserted: Self { Self(code: 104, "No image inserted.") }
    /// An image with more than 32 parameters.
    package static var tooManyParameters: Self {
        Self(
            code: 105, "Number of parameters for image exceeds maximum limit of \(ViSearch.Limits.imageParameters).")
    }
    /// A name that is empty or blank.
    package static var invalidName: Self { Self(code: 107, "Invalid im_name.") }
    /// An image without a URL.
    package static var missingURL: Self { Self(code: 108, "Missing im_url.") }
    /// A picture of an insertion that could not be fetched.
    package static var cannotDownload: Self { Self(code: 201, "Could not download the image from im_url.") }
    /// A picture of an insertion in a format that is not decoded.
    package static var unsupportedFormat: Self { Self(code: 202, "Unsupported image format.") }
    /// A picture of an insertion with sides beyond the limits.
    package static var unsupportedDimension: Self { Self(code: 203, "Unsupported image dimension.") }

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
    package static var imageNotFound: Self { Self(code: 1101, "Image not found with im_name.", echoesPage: true) }
    /// A query picture that took too long to fetch.
    package static var downloadTimedOut: Self { Self(code: 1106, "Timeout while downloading image from im_url.") }
    /// A search in an empty catalog.
    package static var noImages: Self { Self(code: 1107, "App doesn't have any images.") }
    /// An empty name of an upload.
    package static var missingImageID: Self { Self(code: 1110, "Missing im_id.") }
    /// A request that needs a picture and has none.
    package static var missingImage: Self { Self(code: 1111, "Missing im_url or im_id.") }
    /// A query item whose name is missing, blank or longer than 512 bytes.
    package static var invalidQueryName: Self { Self("im_name is invalid.") }
    /// A color, or a list of colors, that cannot be read.
    package static var invalidColor: Self { Self("color is invalid.") }

    private static var ofSearches: [Self] {
        [
            imageNotFound, invalidImageFormat, invalidImageDimension, invalidImage, queryNotDownloaded,
            downloadTimedOut, noImages, missingImageID, missingImage, invalidQueryName, invalidColor,
        ]
    }

    /// The fault of a search by its words; nil for words that are not known.
    ///
    /// Answers to searches have the words alone, without the number, so nothing else tells one fault from another. Data
    /// operations have a number beside the words, and give some of the same words other numbers.
    package static func ofSearch(_ text: String) -> Self? { ofSearches.first { $0.text == text } }
}
