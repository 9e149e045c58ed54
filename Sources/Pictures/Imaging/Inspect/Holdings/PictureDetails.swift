public import Essentials

/// The facts and words that a camera and people wrote into the file of a picture, as EXIF, XMP and IPTC in any format.
///
/// The values are those of the file, and nothing vouches for them.
public struct PictureDetails: Hashable, Sendable {
    /// A place on earth, in degrees: north and east are positive.
    public struct Place: Hashable, Sendable {
        /// -90…90.
        public var latitude: Double
        /// -180…180.
        public var longitude: Double

        /// Creates a place. Degrees beyond the poles and the date line are kept as they are.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The time at which the picture was taken, by the clock of the camera: its digits as if they were UTC, whatever its time zone, so
    /// that a photo of the evening of August 31 is one of August. Nil where the file names no whole day.
    public var taken: Date?
    /// The maker and the model, such as `Canon EOS R5`.
    public var camera: String?
    /// The model of the lens.
    public var lens: String?
    /// The place at which the picture was taken; nil without one, and for 0, 0, which receivers write without a signal.
    public var place: Place?
    /// The stars that somebody gave, 1…5, or -1 for a rejected picture; nil for none.
    public var rating: Int?
    /// The title.
    public var headline: String?
    /// The description of the picture, without the names of cameras that some of them write there.
    public var caption: String?
    /// Keywords in the order of the file, each once; at most 256.
    public var keywords: [String] = []
    /// The names of the people in the picture, each once; at most 256.
    public var people: [String] = []

    /// Creates details without values.
    public init() {}

    /// Reads the details of a file. No pixel is decoded.
    ///
    /// Damaged parts are left out. The limits are those of `inspect`, which throws the same errors.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ImageError) {
        self = try Self.withRights(bytes, limits: limits).details
    }

    /// Reads the rights in the picture as well, in one walk. A RAW file that the recipe has developed needs no preview.
    package static func withRights(
        _ bytes: [UInt8], limits: Limits = Limits(), for recipe: Recipe = Recipe(outputs: [])
    ) throws(ImageError) -> (details: PictureDetails, rights: PictureRights) {
        let header = try inspect(bytes.span, limits: limits, for: recipe)
        var reader = HoldingsReader(header, length: bytes.count)
        reader.notes = DetailNotes()
        reader.read(bytes.span)
        return (reader.notes?.details ?? PictureDetails(), reader.notes?.rights.rights ?? PictureRights())
    }
}
