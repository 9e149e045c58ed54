import Essentials
import Imaging

/// The outputs of one image and their source: enough to detect later that they would be made the same again, and to
/// report everything about the image without opening it.
struct MadeRecord: Codable, Hashable, Sendable {
    /// The image file when it was read.
    struct Source: Codable, Hashable, Sendable {
        var bytes: Int
        /// In nanoseconds since 1970.
        var modified: Int
        /// See ``FileStatus/stamp``.
        var stamp: Int
        /// The mark of the content; nil before it was read.
        var mark: UInt64?
    }

    /// One output.
    struct File: Codable, Hashable, Sendable {
        var bytes: Int
        var modified: Int
        var width: Int
        var height: Int
        var quality: Int?
        var similarity: Double?
        /// Nil for one.
        var frames: Int?
        /// Nil for sRGB.
        var gamut: Recipe.Gamut?
        /// The bits of the metadata that is not in the file; nil for none.
        var leftOut: Int?
        /// Nil for a file that was made.
        var obstacle: ImageError?
    }

    var source: Source
    /// The identifier of the options that the outputs were made with.
    var recipe: String
    var format: String?
    /// Of the upright picture.
    var width: Int
    var height: Int
    var orientation: Int
    var isTruncated: Bool
    var isClipped: Bool
    /// The part that was used: left, top, width, height.
    var box: [Int]
    /// In the order of the sizes; for a picture of several objects, one object after the other.
    var files: [File]
    var colors: [DominantColor]?
    /// The identifier of the options that the colors were found with; nil without colors.
    var colorRecipe: String?
    var measurements: Measurements?
    /// See ``Product/taken``.
    var taken: String?
    /// True for a picture with a gain map; nil else.
    var gainMap: Bool?
    /// Nil for a picture without marks of rights and origin.
    var provenance: Provenance?
    /// Nil for a picture that does not say that a model made it.
    var ai: String?
    /// Nil for one.
    var frames: Int?
    /// In seconds; nil for a picture that is no animation.
    var duration: Double?
    /// False for a picture with transparent pixels; nil else.
    var isOpaque: Bool?
    /// True for a picture that was developed from a RAW file; nil else.
    var developed: Bool?

    /// Nil when the picture is not known.
    init?(_ product: Product, of source: Source, recipe: String, files: [File]) {
        guard let picture = product.picture else { return nil }
        self.source = source
        self.recipe = recipe
        format = picture.format?.rawValue
        width = picture.uprightSize.width
        height = picture.uprightSize.height
        orientation = picture.orientation
        isTruncated = picture.isTruncated
        isClipped = product.isClipped
        box = [picture.box.left, picture.box.top, picture.box.width, picture.box.height]
        self.files = files
        colors = product.colors
        measurements = product.measurements
        taken = product.taken
        gainMap = picture.hasGainMap ? true : nil
        provenance = product.provenance
        ai = picture.aiSourceType
        frames = picture.frames > 1 ? picture.frames : nil
        duration = picture.duration
        isOpaque = picture.isOpaque ? nil : false
        developed = picture.isDeveloped ? true : nil
    }

    /// Returns the result that the recording run reported, with the current paths of the outputs; nil for an invalid
    /// record.
    func product(outputs: [OutputFile]) -> Product? {
        guard box.count == 4 else { return nil }
        let picture = Product.PictureProperties(
            format: format.flatMap { ImageFormat(rawValue: $0) }, uprightSize: Size(width: width, height: height),
            orientation: orientation, isTruncated: isTruncated,
            box: Box(left: box[0], top: box[1], width: box[2], height: box[3]), hasGainMap: gainMap ?? false,
            aiSourceType: ai, frames: frames ?? 1, duration: duration, isOpaque: isOpaque ?? true,
            isDeveloped: developed ?? false)
        return Product(
            picture: picture, wasThere: true, isClipped: isClipped, provenance: provenance, outputs: outputs,
            colors: colors, colorStamp: colorRecipe, taken: taken, measurements: measurements)
    }
}

extension MadeRecord.Source {
    /// Nil unless it is a regular file.
    init?(_ status: FileStatus) {
        guard status.kind == .file else { return nil }
        self.init(bytes: status.size, modified: status.modified, stamp: status.stamp)
    }
}
