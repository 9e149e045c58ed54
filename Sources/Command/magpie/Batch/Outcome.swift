import Imaging

/// The result of one input.
struct Outcome: Sendable {
    var path: Path
    var result: Result<Product, ImageError>
    /// Size of the input file; 0 where it could not be read.
    var inputBytes = 0
    /// Wall clock, reading and writing included.
    var seconds = 0.0
    /// True if an output could not be written because the disk is full, which would fail every further input as well.
    var isDiskFull = false
}

/// The result that a run delivers for each input: an outcome, perhaps with more data.
protocol RunResult: Sendable {
    var outcome: Outcome { get set }
    /// The failures of further files that belong to the input, which it survives.
    var furtherFailures: [Outcome] { get }
    /// Creates the result of an input that could not be processed.
    init(_ outcome: Outcome)
}

extension Outcome: RunResult {
    var outcome: Outcome {
        get { self }
        set { self = newValue }
    }

    init(_ outcome: Outcome) { self = outcome }

    /// The outputs that are too large for their formats.
    var furtherFailures: [Outcome] {
        guard case .success(let product) = result else { return [] }
        return product.outputs.compactMap { file in
            file.obstacle.map { Outcome(path: file.path, result: .failure($0)) }
        }
    }
}

extension RunResult {
    var furtherFailures: [Outcome] { [] }

    /// The result that `work` makes of an input, or its error, with the time that it took.
    static func timed(_ input: Input, _ work: (inout Self) throws(ImageError) -> Void) -> Self {
        let start = ContinuousClock.now
        var result = Self(Outcome(path: input.path, result: .success(Product())))
        do throws(ImageError) {
            try work(&result)
        } catch {
            result.outcome.result = .failure(error)
            if error.stage == .read { result.outcome.inputBytes = 0 }
        }
        result.outcome.seconds = start.duration(to: .now) / .seconds(1)
        return result
    }
}

/// The result of a valid input.
struct Product: Sendable {
    /// The properties of the picture itself; nil when it was not opened.
    var picture: PictureProperties?
    /// The outputs were there already, and would be made as they are.
    var wasThere = false
    /// A part of the requested box is outside of the picture.
    var isClipped = false
    /// The path of its outputs below the output folder, as far as they share it; nil without outputs.
    var mirror: Path?
    /// Outputs were to keep the gain map of the picture.
    var keepsGainMap = false
    /// The state of the marks of rights and origin; nil for a picture without any.
    var provenance: Provenance?
    /// In the order of the requested sizes.
    var outputs: [OutputFile] = []
    /// The outputs that there are.
    var files: [OutputFile] { outputs.filter { $0.obstacle == nil } }
    /// The file that is written to standard output.
    var encoded: [UInt8]?
    /// Metadata that was to be kept and is not in the file for standard output.
    var encodedWithout: Recipe.Metadata = []
    /// Nil when no colors were requested.
    var colors: [DominantColor]?
    /// Identifies the options that recorded colors were found with.
    var colorStamp: String?
    /// The time at which the picture was taken, by the clock of its camera, such as `2024-08-31T20:15:00`; empty for a file that
    /// does not tell, nil where nobody asked.
    var taken: String?
    /// Nil when nothing was to be measured.
    var measurements: Measurements?
    /// A small JPEG for the report.
    var thumbnail: [UInt8]?

    struct PictureProperties: Sendable {
        var format: ImageFormat?
        var uprightSize: Size
        var orientation: Int
        var isTruncated: Bool
        var box: Box
        /// The picture has a gain map.
        var hasGainMap = false
        /// The digital source type of a picture that a model generated or changed, as its file says; nil for others.
        var aiSourceType: String?
        /// Frames or pages; outputs tell how many they show.
        var frames = 1
        /// The time of an animation, in seconds; nil for other pictures.
        var duration: Double?
        var isOpaque = true
        /// The preview that stands for a RAW file; nil for other pictures.
        var preview: RawPreview?
        /// The picture was developed from the data of a RAW file's sensor.
        var isDeveloped = false
    }
}

/// A file that was written, that was there already, or that would be written.
struct OutputFile: Sendable {
    var path: Path
    /// Nil when the file was not made yet.
    var size: Size?
    var bytes = 0
    /// 0…100; nil for formats without one.
    var quality: Int?
    /// The structural similarity to the pixels that it was made from; nil where none was asked for.
    var similarity: Double?
    var frames = 1
    var gamut = Recipe.Gamut.sRGB
    /// Metadata that was to be kept and is not in the file.
    var leftOut: Recipe.Metadata = []
    /// The reason why the file was not made, while others of the picture were.
    var obstacle: ImageError?
}

extension Product.PictureProperties {
    init(_ prepared: Prepared) {
        format = prepared.header?.format
        uprightSize = prepared.uprightSize
        orientation = prepared.header?.orientation ?? 1
        isTruncated = prepared.isTruncated
        box = prepared.box
        hasGainMap = prepared.header?.gainMap != nil
        aiSourceType = prepared.rights?.aiSourceType
        frames = prepared.header?.frames ?? 1
        duration = prepared.header?.animation?.duration
        isOpaque = prepared.isOpaque
        preview = prepared.header?.preview
        isDeveloped = prepared.header?.isDeveloped ?? false
    }
}
