import Essentials
internal import ImageTypes

/// The picture tower of a model, open in this process.
///
/// Several threads may use it at once.
package final class PictureEncoder: Sendable {
    /// The number of values of a vector, 1…4096.
    package let dimensions: Int
    private let session: ModelSession
    private let input: PictureInput
    private let output: (name: String, pooling: TowerOutput.Pooling)
    /// The inputs of the text tower, in a graph of both.
    private let others: [ModelInput]

    /// The most values of a vector.
    static let longest = 4096
    /// The most bytes of an output: vectors of the parts of a batch of pictures.
    static let outputLimit = 64 << 20
    /// The most pictures of one run.
    package static let batch = 16

    /// Opens the graph, and describes a picture of stripes, which tells the number of values.
    ///
    /// - Parameters:
    ///   - folder: A folder with a picture tower.
    ///   - threads: The threads of a run, 1…256. Default 1.
    ///   - runtime: The library; nil, the default, is that of the system.
    ///   - seconds: The time that the run may take; nil, the default, for any.
    /// - Throws: The file, the graph or the output that does not fit.
    package init(
        _ folder: ModelFolder, threads: Int = 1, runtime: ModelRuntime? = nil, seconds: Double? = nil
    ) throws(TowerError) {
        guard let tower = folder.picture else { throw .misfit("the model has no picture tower") }
        session = try ModelSession.opened(tower.graph, threads, runtime)
        input = try PictureInput(try session.input(of: tower.inputs), tower.preprocessing)
        output = try session.output(of: tower.outputs)
        others = tower.sharesGraph ? try TextInput.empty(of: session, folder) : []
        let stripes = (0..<tower.preprocessing.size.pixelCount * 3).map { UInt8(truncatingIfNeeded: $0) }
        let trial = try Self.run([stripes], session, input, output, others, seconds: seconds)
        dimensions = trial[0].count
        guard 1...Self.longest ~= dimensions else {
            throw .misfit("its pictures have vectors of \(dimensions) values; 1 to \(Self.longest) are taken")
        }
        guard trial[0].allSatisfy(\.isFinite) else {
            throw .misfit("its output has values that are not finite numbers")
        }
        guard trial[0].contains(where: { $0 != 0 }) else {
            throw .misfit("its pictures have vectors of zeros, which have no direction")
        }
    }

    /// The vectors of pictures, each RGB in the size of ``PicturePreprocessing/size``.
    ///
    /// - Throws: The fault of the run, and an output of another shape than the first one.
    package func vectors(ofPixels pictures: [[UInt8]]) throws(TowerError) -> [[Float]] {
        var vectors: [[Float]] = []
        let portion = input.takesSeveral && others.isEmpty ? Self.batch : 1
        for start in stride(from: 0, to: pictures.count, by: portion) {
            let part = Array(pictures[start..<min(start + portion, pictures.count)])
            vectors += try Self.run(part, session, input, output, others)
        }
        guard vectors.allSatisfy({ $0.count == dimensions }) else {
            throw .misfit("its pictures have vectors of different lengths")
        }
        return vectors
    }

    private static func run(
        _ pictures: [[UInt8]], _ session: ModelSession, _ input: PictureInput,
        _ output: (name: String, pooling: TowerOutput.Pooling), _ others: [ModelInput], seconds: Double? = nil
    ) throws(TowerError) -> [[Float]] {
        let result: ModelOutput
        do throws(ModelError) {
            result = try session.run(
                [input.tensor(pictures)] + others, output: output.name, byteLimit: outputLimit, seconds: seconds)
        } catch { throw .graph(error) }
        return try result.vectors(pictures.count, output.pooling)
    }
}

extension ModelSession {
    /// Opens the graph of a tower.
    static func opened(
        _ graph: ModelGraph, _ threads: Int, _ runtime: ModelRuntime?
    ) throws(TowerError) -> ModelSession {
        do throws(ModelError) {
            return try ModelSession(file: graph.file.path, threads: threads, runtime: runtime)
        } catch { throw .graph(error) }
    }
}
