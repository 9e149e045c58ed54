/// The rights in a picture and its origin, as its file tells them: EXIF, IPTC, XMP and Content Credentials (C2PA) in any
/// format.
///
/// The values are those of the file, and nothing vouches for them: no signature of Content Credentials is checked.
public struct PictureRights: Hashable, Sendable {
    /// Somebody who licenses the picture (PLUS).
    public struct Licensor: Hashable, Sendable {
        /// The name; nil where the file has none.
        public var name: String?
        /// The address of the page at which the picture is licensed; nil where the file has none.
        public var url: String?

        /// Creates a licensor.
        public init(name: String? = nil, url: String? = nil) {
            self.name = name
            self.url = url
        }
    }

    /// Those who made the picture (`dc:creator`, IPTC 2:80, EXIF Artist), each once; at most 16.
    public var creators: [String] = []
    /// The notice of rights (`dc:rights`, IPTC 2:116, EXIF Copyright), of several languages the default.
    public var rights: String?
    /// The words that are to stand beside the picture (`photoshop:Credit`, IPTC 2:110).
    public var credit: String?
    /// The address of a page about the rights (`xmpRights:WebStatement`).
    public var webStatement: String?
    /// Those who license the picture (`plus:Licensor`), at most 4.
    public var licensors: [Licensor] = []
    /// The rule for data mining, the last part of its address in the vocabulary of PLUS, such as
    /// `DMI-PROHIBITED-AIMLTRAINING`.
    public var dataMining: String?
    /// The constraints that a rule for data mining names (`plus:OtherConstraints`); nil without such a rule.
    public var constraints: String?
    /// The digital source type of IPTC, the last part of its address, such as `trainedAlgorithmicMedia` or `digitalCapture`:
    /// from XMP, or from the actions of Content Credentials. Of two that differ it is the one that tells of artificial
    /// intelligence.
    public var sourceType: String?
    /// True where the file has Content Credentials, whether they are valid or not.
    public var hasCredentials = false
    /// The tags of EXIF hold all that there is.
    package internal(set) var isWithinEXIF = false

    /// Creates rights without values.
    public init() {}

    /// Reads the rights of a file. No pixel is decoded.
    ///
    /// Damaged parts are left out. The limits are those of `inspect`, which throws the same errors.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ImageError) {
        self.init(bytes.span, try inspect(bytes, limits: limits))
    }

    init(_ bytes: Span<UInt8>, _ header: ImageHeader) {
        var reader = HoldingsReader(header, length: bytes.count)
        reader.notes = DetailNotes()
        reader.read(bytes)
        self = reader.notes?.rights.rights ?? PictureRights()
    }

    /// True where the file tells nothing.
    public var isEmpty: Bool { !hasMarks && !hasCredentials }

    /// True where there is a mark that can be written anew: all but Content Credentials, which are for the bytes of one file.
    public var hasMarks: Bool {
        !creators.isEmpty || !licensors.isEmpty
            || [rights, credit, webStatement, dataMining, sourceType].contains { $0 != nil }
    }

    /// The ``sourceType`` of a picture that was generated or changed by a trained model, such as
    /// `trainedAlgorithmicMedia`; nil for all others.
    public var aiSourceType: String? { sourceType.flatMap { SourceType.ofModels.contains($0) ? $0 : nil } }
}
