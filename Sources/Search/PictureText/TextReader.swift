package import Essentials
package import ImageTypes
internal import Models

/// Reads the text in pictures with the models of a folder, in this process.
///
///     let reader = try TextReader(URL(filePath: "models"))
///     for line in try reader.read(pixels) { print(line.text) }
///
/// The folder has the models of PP-OCR, version 4, 5 or 6, as ONNX files: one with `det` in its name that finds lines, one
/// with `rec` that reads them, and perhaps one with `cls` that turns those on their head. Each step is done as version
/// 3.10 of the Python package `rapidocr` does it, so that the lines are the same.
///
/// Several threads may read at once.
package final class TextReader: Sendable {
    /// The settings that it was made with.
    package let settings: TextReaderSettings
    private let detector: LineDetector
    private let recognizer: LineRecognizer
    private let turner: LineTurner?

    /// Opens the models.
    ///
    /// - Parameters:
    ///   - folder: The folder of the models; files may also be in the folders in it.
    ///   - settings: The threads, the library and the bounds; see ``TextReaderSettings`` for the defaults.
    /// - Throws: ``TextReaderError`` that tells the missing, doubled or unfit file, and what would be right.
    package init(
        _ folder: URL, _ settings: TextReaderSettings = TextReaderSettings()
    ) throws(TextReaderError) {
        if let fault = settings.fault { throw .misfit(fault) }
        self.settings = settings
        let files = try TextModelFiles(folder.path)
        let runtime: ModelRuntime
        do throws(ModelError) { runtime = try ModelRuntime(path: settings.runtime) } catch { throw .graph(error) }
        func graph(_ file: ModelFile) throws(TextReaderError) -> TextGraph {
            try TextGraph(file, threads: settings.threads, runtime)
        }
        detector = LineDetector(graph: try graph(files.detector), mapSide: settings.mapSide)
        recognizer = try LineRecognizer(try graph(files.recognizer), files, settings.batching)
        turner = try files.classifier.map { file throws(TextReaderError) in LineTurner(try graph(file)) }
    }

    /// The lines of a picture in the order of reading: from the top, and from the left in each line.
    ///
    /// A picture with alpha is laid over white or black, so that its text stays visible. A picture may have any size; a
    /// strip that is more than 100 times as long as wide may have no lines.
    ///
    /// - Parameter pixels: The picture, upright.
    /// - Throws: ``TextReaderError`` where a run fails, or gives something else than a text.
    package func read(_ pixels: PixelBuffer) throws(TextReaderError) -> [TextLine] {
        guard let bounds = PictureBounds(Raster(pixels), settings.sides) else { return [] }
        return try lines(in: bounds.picture).map(bounds.given)
    }

    /// The lines of a picture within ``TextReaderSettings/sides``, in its pixels.
    func lines(in picture: Raster) throws(TextReaderError) -> [TextLine] {
        guard let rows = TextReader.padding(width: picture.width, height: picture.height) else { return [] }
        let padded = rows > 0 ? picture.padded(rows) : picture
        let found = try detector.boxes(in: padded).compactMap { box in padded.cropped(box.corners).map { (box, $0) } }
        let crops = found.map(\.1)
        let texts = try recognizer.texts(of: try turner?.upright(crops) ?? crops)
        return zip(found, texts).compactMap { found, read in
            guard read.score >= settings.leastScore, read.text.unicodeScalars.contains(where: { !$0.isSpace }) else {
                return nil
            }
            let corners = found.0.corners.map { Corner(x: $0.x, y: $0.y - Float(rows)) }
            return TextLine(text: read.text, score: read.score, corners: corners)
        }
    }

    /// The black rows above and below a picture that is low, or more than eight times as wide as high; nil for a strip that
    /// would become too large.
    static func padding(width: Int, height: Int) -> Int? {
        guard height <= 30 || Double(width) / Double(height) > 8 else { return 0 }
        let rows = abs(2 * max(width / 8, 30) - height) / 2
        return width * (height + 2 * rows) <= mostPaddedPixels ? rows : nil
    }

    /// The most pixels of a picture with its black rows, 16 million: 8,000 x 2,000.
    private static let mostPaddedPixels = 16_000_000
}

extension Unicode.Scalar {
    /// As Python strips it.
    fileprivate var isSpace: Bool { properties.isWhitespace || 0x1C...0x1F ~= value }
}
