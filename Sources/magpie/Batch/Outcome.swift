import Imaging

/// What one input gave.
struct Outcome: Sendable {
    var path: Path
    var result: Result<Product, ImageError>
    /// Size of the input file; 0 where it could not be read.
    var inputBytes = 0
    /// Wall clock, reading and writing included.
    var seconds = 0.0
    /// An output could not be written because there is no room, which further inputs would meet as well.
    var isDiskFull = false
}

/// What a run hands on for each input: an outcome, perhaps with more beside it.
protocol RunResult: Sendable {
    var outcome: Outcome { get set }
    /// For an input that could not be looked at.
    init(_ outcome: Outcome)
}

extension Outcome: RunResult {
    var outcome: Outcome {
        get { self }
        set { self = newValue }
    }

    init(_ outcome: Outcome) { self = outcome }
}

extension RunResult {
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

/// What a good input gave.
struct Product: Sendable {
    /// What is known of the picture itself; nil when it was not opened.
    var picture: Picture?
    /// The outputs were there already, and would be made as they are.
    var wasThere = false
    /// A part of the box that was asked for lies outside of the picture.
    var isClipped = false
    /// In the order of the sizes asked for.
    var outputs: [OutputFile] = []
    /// The file that goes to standard output.
    var encoded: [UInt8]?
    /// Nil when colors were not asked for.
    var colors: [DominantColor]?
    /// A small JPEG for the report.
    var thumbnail: [UInt8]?

    struct Picture: Sendable {
        var format: ImageFormat?
        var uprightSize: Size
        var orientation: Int
        var isTruncated: Bool
        var box: Box
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
}

extension Product.Picture {
    init(_ prepared: Prepared) {
        format = prepared.header?.format
        uprightSize = prepared.uprightSize
        orientation = prepared.header?.orientation ?? 1
        isTruncated = prepared.isTruncated
        box = prepared.box
    }
}
