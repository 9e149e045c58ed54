/// Everything wanted from one image. All of it comes out of one decode.
///
/// Values outside their ranges are refused when the recipe is used, with
/// ``/ImageTypes/ImageError/invalidRecipe(property:value:allowed:)``.
public struct Recipe: Hashable, Sendable {
    /// The accuracy of the decoder, as the resolution it works at relative to the output.
    public enum Effort: String, Hashable, Sendable, Codable, CaseIterable {
        /// The decoder shrinks as far as the output allows. Right for uploads and descriptors.
        case fast
        /// The decoder keeps at least twice the sides of the output. Slower and closer to a full decode.
        case high
    }

    /// Metadata that outputs keep. Everything is stripped by default: GPS must not leave the machine.
    public struct Metadata: OptionSet, Hashable, Sendable {
        /// The bits of the set: 1 for ``icc``, 2 for ``exif``, 4 for ``gainMap``, 10 for ``makerNote``, 16 for
        /// ``rights``.
        public let rawValue: Int
        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Pixels stay in the color space of the embedded profile, and the profile goes along.
        public static let icc = Metadata(rawValue: 1)
        /// The tags of the EXIF block, written anew for each output. They may tell where the picture was taken.
        ///
        /// The orientation is 1, and the sides are those of the output; so is the color space where colors were converted.
        /// Left out are the small picture, areas in the picture that the tags name, the note of the camera's maker (see
        /// ``makerNote``), values of more than 1,024 bytes that are no text, and whatever no tag of EXIF reaches: they may
        /// show what was cut off.
        ///
        /// A JPEG has room for a block of 65,527 bytes. A larger one, which other formats may have, is left out of
        /// outputs that are JPEGs; ``PreparedOutput/leftOut`` tells.
        public static let exif = Metadata(rawValue: 2)
        /// The gain map, by which a display with more range shows more light: cropped, turned and resized as the
        /// picture is, with its values as they were and nothing else of its XMP. Outputs are files of Ultra HDR image
        /// format 1.1, and of ISO 21496-1 where the input is one.
        ///
        /// Only a JPEG that is made of a JPEG has room for it, and not one that is padded. A map of Apple's kind, one that
        /// is broken, and one that is larger than its picture are left out as well; ``PreparedOutput/leftOut`` tells.
        /// ``EncoderOptions/maxBytes`` counts the map.
        ///
        /// The values of a map in color are for colors in the space of the picture's profile: keep ``icc`` as well.
        public static let gainMap = Metadata(rawValue: 4)
        /// ``exif``, and in it the note that the camera's maker wrote, as it was: settings, serial numbers, and with some
        /// cameras a small picture of the whole photo, also where the output is cut out of it.
        public static let makerNote = Metadata(rawValue: 2 | 8)
        /// The marks of rights and origin of ``PictureRights``, written anew: who made the picture, the notice of rights, the
        /// credit, the page about the rights, who licenses it, the rule for data mining, and the digital source type, by
        /// which a picture says that a model generated it. No place, and no other names.
        ///
        /// All formats hold them as XMP; a JPEG, a PNG and a WebP also have the names and the notice of rights as EXIF.
        /// Content Credentials are signed for the bytes of one file and never kept; the digital source type that they name
        /// is. What is too long for a JPEG, or for the installed encoder of AVIF, ``PreparedOutput/leftOut`` tells.
        public static let rights = Metadata(rawValue: 16)
    }

    /// The frames of an animation that outputs show.
    public enum Frames: String, Hashable, Sendable, Codable, CaseIterable {
        /// The first one.
        case first
        /// All of them, with their times, in the formats that hold several: see ``Output/Encoding/isAnimated``.
        case all
    }

    /// The colors that outputs can show.
    public enum Gamut: String, Hashable, Sendable, Codable, CaseIterable {
        /// IEC 61966-2-1, which every program shows right.
        case sRGB = "srgb"
        /// Display P3, with its profile: the colors of phones and of newer screens.
        case displayP3 = "p3"
    }

    /// The removal of borders of one color.
    public struct Trim: Hashable, Sendable {
        /// The part of the border that stays on each side, as a share of the longest side of what is left, 0…0.5, as
        /// far as the picture reaches. Default 0.
        public var margin: Double
        /// The largest difference to the color of the border, in any channel, that still counts as border, 0…255.
        /// Default 12.
        public var tolerance: Int

        /// Creates a removal; each parameter has the default of its property.
        public init(margin: Double = 0, tolerance: Int = 12) {
            self.margin = margin
            self.tolerance = tolerance
        }
    }

    /// The images to make, in the order in which ``Prepared/outputs`` gives them.
    public var outputs: [Output]
    /// The part of the picture to use, in upright pixels of the original. Clamped to the picture; a box
    /// without an area in the picture is an error. Nil, the default, is the whole picture.
    public var box: Box?
    /// Leaves borders of one color out, as if ``box`` ended there. Nil, the default, keeps them.
    ///
    /// Borders are found in a picture of at most 1,024 pixels, so those of a larger one are exact to a pixel of it. A
    /// picture without such a border, or of one color, stays whole. With ``Frames/all`` an animation keeps what any of its
    /// frames shows.
    public var trim: Trim?
    /// The number of dominant colors to look for, 0…16. Default 0. Fewer are returned when the picture has fewer.
    public var colors: Int
    /// Leaves a near-white background out of the colors, where the picture looks like a product shot. Default false.
    public var ignoresBackground: Bool
    /// The accuracy of the decoder. Default ``Effort/fast``.
    public var effort: Effort
    /// The color that shows through transparent pixels. Default white. When the file is in RGB of 8 bits and has a color
    /// profile, or the profile is kept, it is a color in the space of that profile; else in sRGB.
    public var background: RGB
    /// The metadata that outputs keep. Default nothing.
    public var keeps: Metadata
    /// Returns the decoded part of a cut-off picture, with ``Prepared/isTruncated`` set, in place of an error.
    /// Default false.
    public var allowsTruncated: Bool

    /// Leaves out an output that is too large for its format, such as a WebP of more than 16,383 pixels on a side, in place
    /// of an error; ``PreparedOutput/obstacle`` tells. Where it is all outputs, it stays an error. Default false.
    public var omitsOversized = false

    /// The frames that outputs show. Default ``Frames/first``, which other formats than GIF and WebP show in any case.
    ///
    /// Colors, gravity and similarity are those of the first frame. All frames lie in memory at the same time,
    /// in the sizes of the outputs; ``Limits/decodedBytes`` bounds that. An animation of more than 4,095 frames is
    /// refused.
    public var frames: Frames

    /// Makes ``Prepared/mark``.
    package var takesMark = false

    /// Each frame is an output of pixels of its own, for a look at all that an animation shows.
    var separatesFrames = false

    /// The colors that files can show. Default ``Gamut/sRGB``. With ``Gamut/displayP3`` pictures whose profile tells of
    /// other colors than sRGB are converted to Display P3 and carry its profile; all others, and pixels, are in sRGB.
    ///
    /// Not together with ``Metadata/icc``, nor for GIF, which has no place for a profile.
    public var gamut: Gamut

    /// Develops the data of the sensor of a RAW file that has no preview, or one that is too small for an output, in place
    /// of an error. Default false.
    ///
    /// LibRaw does it, which must be on this machine: upright, in sRGB, with the white balance of the camera. Such a file is
    /// read whole, and takes some 16 bytes of ``Limits/decodedBytes`` for each pixel of the sensor. LibRaw runs in a process
    /// of its own where the program offers one, as `magpie` does; else neither ``Limits/seconds`` nor a crash stops at it.
    public var developsRaw = false

    /// The outputs for which the preview of a RAW file must be large enough; nil for ``outputs``. Looks at a picture
    /// beside its outputs take the same pixels as these.
    package var outputsForPreview: [Output]?

    /// Creates a recipe for the given outputs; all other parameters have the defaults of their properties.
    public init(
        _ outputs: Output..., box: Box? = nil, trim: Trim? = nil, colors: Int = 0, ignoresBackground: Bool = false,
        effort: Effort = .fast, background: RGB = .white, keeps: Metadata = [], allowsTruncated: Bool = false,
        frames: Frames = .first, gamut: Gamut = .sRGB
    ) {
        self.init(
            outputs: outputs, box: box, trim: trim, colors: colors, ignoresBackground: ignoresBackground,
            effort: effort, background: background, keeps: keeps, allowsTruncated: allowsTruncated, frames: frames,
            gamut: gamut)
    }

    /// Creates a recipe for a list of outputs; all other parameters have the defaults of their properties.
    public init(
        outputs: [Output], box: Box? = nil, trim: Trim? = nil, colors: Int = 0, ignoresBackground: Bool = false,
        effort: Effort = .fast, background: RGB = .white, keeps: Metadata = [], allowsTruncated: Bool = false,
        frames: Frames = .first, gamut: Gamut = .sRGB
    ) {
        self.outputs = outputs
        self.box = box
        self.trim = trim
        self.colors = colors
        self.ignoresBackground = ignoresBackground
        self.effort = effort
        self.background = background
        self.keeps = keeps
        self.allowsTruncated = allowsTruncated
        self.frames = frames
        self.gamut = gamut
    }
}
