/// The properties of an image file that are known before any pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
    /// The format, recognized by the first bytes of the file.
    public var format: ImageFormat
    /// The sides as stored in the file, before the orientation is applied, in pixels. For HEIC and AVIF those that
    /// the decoder delivers. 0x0 for SVG, JXL and PDF, where only the decoder can tell.
    public var storedSize: Size
    /// EXIF orientation, 1…8. HEIC and AVIF are always 1, because their decoder turns the picture itself.
    public var orientation: Int
    /// Channels as stored: 1 gray, 2 gray and alpha, 3 color, 4 color and alpha or CMYK; palettes count as 3. TIFF may
    /// have up to 64.
    public var components: Int
    /// Bits per channel as stored, 1…64.
    public var bitDepth: Int
    /// True when the pixels may be transparent. False for SVG, JXL and PDF, where only the decoder can tell.
    public var hasAlpha: Bool
    /// Frames or pages that the file announces, at least 1; counting ends at 4,096 where they have to be walked. Always
    /// 1 for HEIC and AVIF. Only the first is decoded, but those of an animation where ``Recipe/frames`` asks for all.
    public var frames: Int
    /// The times of the frames of a GIF or WebP; nil for a file of one frame.
    public internal(set) var animation: Animation?
    /// True for a JPEG that is progressive or has its colors in several scans, and for an interlaced PNG or GIF.
    /// Decoding then needs the whole frame in memory.
    public var isInterlaced: Bool
    /// Number of scans of a JPEG with ``isInterlaced``; 1 otherwise.
    public var scans: Int
    /// The embedded color profile, unpacked, where the header holds it in the clear (JPEG, WebP, TIFF, HEIC,
    /// AVIF), up to 4 MiB.
    public var profile: [UInt8]?
    /// True when the file names a profile, also where only the decoder can unpack it (PNG).
    public var hasProfile: Bool
    /// The EXIF block, beginning with its TIFF header (`II` or `MM`), as stored.
    /// Nil for TIFF, where the tags are the file's own.
    public var exif: [UInt8]?
    /// True when the structure of the file promises more bytes than there are. False proves nothing: only the decoder
    /// sees whether a JPEG, or a PNG that ends between two chunks, has all rows.
    public var isTruncated: Bool
    /// The gain map beside the picture, by which a display with more range shows more light; nil without one. Outputs
    /// have it where ``Recipe/Metadata/gainMap`` is kept.
    public internal(set) var gainMap: GainMap?
    /// The preview that stands for a RAW file: the sides, the profile and the orientation are those of the preview. Nil for
    /// all other formats, and for a RAW file that ``Recipe/developsRaw`` had developed.
    public internal(set) var preview: RawPreview?
    /// The picture is that of a RAW file's sensor, developed for ``Recipe/developsRaw``; the sides are those that its file
    /// tells until the decoder finds others, and 0x0 where it tells none.
    package internal(set) var isDeveloped = false
    /// Samples of a TIFF, the last of each pixel, that are neither color nor alpha.
    var ignoredSamples = 0
    /// See ``TIFFPixels/needsCodec``.
    var needsCodec = false
    /// The color space, where numbers describe it that come before an embedded profile.
    var codedSpace: CodedSpace?
    /// The colors of a HEIC or AVIF were multiplied by their alpha.
    var isPremultiplied = false
    /// The part of a GIF that its first frame covers; nil where that is all of it.
    var covered: Box?
    /// The place of the first frame; nil for a GIF with a fault in its structure, and for other formats.
    var gifPicture: GIFPicture?
    /// The offset behind the last whole frame of a GIF.
    var endOfFrames = 0
    /// A GIF is cut off in its last frame.
    var endsWithinFrame = false
    /// The background shows through a GIF in which no color is transparent.
    var hidesTransparency = false
    /// The directory of a TIFF that holds the picture.
    var page = TIFFPicture()
    /// There is an EXIF block that ``exif`` does not hold: it is too large, or a TIFF's own.
    var hasUnreadEXIF = false
    /// The fineness of a JPEG's coding; nil for other formats, and where its tables are missing.
    package internal(set) var coding: JPEGCoding?

    /// Creates a header from its values; the defaults describe a plain 8-bit color picture of one frame.
    public init(
        format: ImageFormat, storedSize: Size, orientation: Int = 1, components: Int = 3, bitDepth: Int = 8,
        hasAlpha: Bool = false, frames: Int = 1, isInterlaced: Bool = false, scans: Int = 1,
        profile: [UInt8]? = nil, hasProfile: Bool = false, exif: [UInt8]? = nil, isTruncated: Bool = false
    ) {
        self.format = format
        self.storedSize = storedSize
        self.orientation = orientation
        self.components = components
        self.bitDepth = bitDepth
        self.hasAlpha = hasAlpha
        self.frames = frames
        self.isInterlaced = isInterlaced
        self.scans = scans
        self.profile = profile
        self.hasProfile = hasProfile
        self.exif = exif
        self.isTruncated = isTruncated
    }

    /// The pixels are those of a JPEG: of the file, or of the preview in it.
    var isJPEG: Bool { format == .jpeg || format == .raw && !isDeveloped }

    /// The sides of the picture as a person sees it, in pixels.
    public var uprightSize: Size { orientation < 5 ? storedSize : storedSize.transposed }
}
