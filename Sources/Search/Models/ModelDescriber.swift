public import Essentials
public import ImageTypes
public import Imaging
internal import Tokenizers
public import VisualSearch

/// Describes pictures, and texts where the model has a tower for them, with a model of yours from its folder.
///
/// The folder has one of three layouts: an export for immich, for Transformers.js or for fastembed. Nothing is
/// downloaded. The towers are opened at their first use. Usable from many threads.
public final class ModelDescriber: TextDescriber {
    /// Names the model by the content of its files, wherever the folder is.
    public let identity: String
    /// The number of values of a vector, 1…4096.
    public let dimensions: Int
    /// The stored value of 1: see ``/VisualSearch/VectorBytes``.
    public var scale: Int { bytes.scale }
    /// The pixels that the model's own preprocessing starts from.
    public let input: Output
    /// The learned scale and bias, where the folder names both.
    public let odds: TextOdds?

    /// The folder that was read.
    package let folder: ModelFolder
    /// The process or thread in which the towers run.
    package let towers: Towers
    private let bytes: VectorBytes
    private let texts: Locked<TextBackground?>
    /// That of the files with the identity: they may have been replaced since.
    private let stamp: String

    /// Opens the folder of a model. Reads all of its files once, about a second a gigabyte, and opens the picture tower.
    ///
    /// - Parameters:
    ///   - url: The folder.
    ///   - settings: The numbers of the graphs, the library, the process and the threads.
    /// - Throws: ``/VisualSearch/DescribeError/failed(detail:)`` with the file or the library that does not fit.
    public convenience init(folder url: URL, _ settings: ModelSettings = ModelSettings()) throws(DescribeError) {
        try self.init(folder: url, settings, known: nil)
    }

    /// Opens the folder of a model that may have been opened before.
    ///
    /// - Parameter known: What an earlier opening found; used where the files have not changed since.
    package init(folder url: URL, _ settings: ModelSettings, known: ModelRecord?) throws(DescribeError) {
        let found: (folder: ModelFolder, picture: PictureTower, files: KnownFiles)
        do throws(ModelFolderError) { found = try Self.read(url, settings, known) } catch {
            throw .failed(detail: "\(url.path(percentEncoded: false)): \(error)")
        }
        (folder, identity, input) = (found.folder, found.files.identity, found.picture.preprocessing.output)
        stamp = found.files.stamp
        towers = Towers(folder, settings, found.files)
        if let known, known.identity == identity {
            dimensions = known.dimensions
        } else {
            do throws(TowerError) { dimensions = try towers.pictureDimensions() } catch {
                throw .failed(detail: "\(folder.path): \(error)")
            }
        }
        bytes = VectorBytes(dimensions: dimensions)
        let vectors = known.flatMap { $0.identity == found.files.identity ? $0.vectors : nil }
        texts = Locked(vectors.map(TextBackground.init))
        if let scale = folder.logitScale, let bias = folder.logitBias {
            odds = TextOdds(scale: scale, bias: bias)
        } else {
            odds = nil
        }
    }

    private static func read(
        _ url: URL, _ settings: ModelSettings, _ known: ModelRecord?
    ) throws(ModelFolderError) -> (ModelFolder, PictureTower, KnownFiles) {
        let folder = try ModelFolder(url, precision: settings.numbers)
        guard let picture = folder.picture else {
            throw ModelFolderError(
                "", found: "the layout \(folder.layout.rawValue), whose model describes texts only",
                expected: "a picture tower, with or without a text tower")
        }
        // Before the files are read: a change meanwhile shows when a tower is opened.
        let stamp = try folder.stamp()
        if let known, known.stamp == stamp {
            return (folder, picture, KnownFiles(identity: known.identity, stamp: stamp))
        }
        return (folder, picture, KnownFiles(identity: "model \(try folder.identity())", stamp: stamp))
    }

    /// True where the model describes texts.
    public var describesTexts: Bool { folder.text != nil }

    /// The languages that the card of the model names, in its order; empty where it has no text tower.
    public var languages: [String] { describesTexts ? folder.card.languages : [] }

    /// The towers with the memory of their processes, and nothing else about this machine.
    public var state: [String] {
        towers.states.map { tower, state in
            let failure = state.failure == nil ? "" : "; the last call failed"
            guard state.isRunning else { return "model, \(tower.rawValue) tower: not loaded\(failure)" }
            let memory = state.residentBytes.map { ", \($0 / 1_000_000) MB" } ?? ""
            return "model, \(tower.rawValue) tower: loaded\(memory)\(failure)"
        }
    }

    /// The record of the model that a store keeps.
    ///
    /// Describes the texts of the background where an earlier record did not have them, which takes a second or so.
    package func record() throws(DescribeError) -> ModelRecord {
        let vectors = describesTexts ? try background().vectors : []
        let bytes = vectors.joined().map(UInt8.init(bitPattern:))
        return ModelRecord(
            identity: identity, folder: folder.path, stamp: stamp, dimensions: dimensions,
            numbers: towers.settings.numbers, background: describesTexts ? Data(bytes) : nil)
    }

    /// The vectors of everyday objects and scenes, described once.
    public func background() throws(DescribeError) -> TextBackground {
        if let known = texts.withLock({ $0 }) { return known }
        let made = TextBackground(try describeBackground())
        texts.withLock { $0 = made }
        return made
    }

    /// Describes pixels; blocks while the model runs.
    ///
    /// Throws `failed` where the model cannot be run, and `undescribable` for a vector that has no direction.
    public func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        try describe(pixels, decodedFrom: pixels.size)
    }

    /// Describes pixels that were decoded to a part of the sides of a picture: the crop in the middle follows the sides
    /// of the whole.
    public func describe(_ pixels: PixelBuffer, decodedFrom size: Size) throws(DescribeError) -> Descriptor {
        let values: [Float]
        do throws(TowerError) { values = try towers.vector(of: pixels, decodedFrom: size) } catch { throw fault(error) }
        return try descriptor(of: values)
    }

    /// Describes a text; blocks while the model runs.
    ///
    /// Throws `failed` where the model cannot be run or has no text tower, and `undescribable` for a text that it does
    /// not take.
    public func describe(text: String) throws(DescribeError) -> Descriptor {
        let values: [Float]
        do throws(TowerError) { values = try towers.vector(of: text) } catch {
            if case .tokenizer(.unencodable) = error { throw .undescribable(detail: "\(error)") }
            throw fault(error)
        }
        guard values.count == dimensions else {
            throw .failed(
                detail: "the model: its texts have vectors of \(values.count) values, and its pictures of "
                    + "\(dimensions); they cannot be compared")
        }
        return try descriptor(of: values)
    }

    /// Without the places of files: a server tells it to anybody who searches. They are in the library's own texts as well,
    /// which no case of an error tells apart.
    private func fault(_ error: TowerError) -> DescribeError {
        var text = "\(error)".replacing(folder.path + "/", with: "").replacing(folder.path, with: "its folder")
        if let runtime = towers.settings.runtime { text = text.replacing(runtime, with: "the library") }
        return .failed(detail: "the model: \(text)")
    }

    private func descriptor(of values: [Float]) throws(DescribeError) -> Descriptor {
        guard values.allSatisfy(\.isFinite) else {
            throw .undescribable(detail: "the model gave values that are not finite numbers")
        }
        guard values.count == dimensions, values.contains(where: { $0 != 0 }) else {
            throw .undescribable(detail: "the model gave a vector without a direction")
        }
        return Descriptor(vector: bytes.bytes(of: values.map(Double.init)))
    }
}
