import Essentials
import Tokenizers

/// The text tower of a model, open in this process.
///
/// Several threads may use it at once.
package final class TextEncoder: Sendable {
    /// The number of values of a vector, 1…4096.
    package let dimensions: Int
    private let tower: TextTower
    private let tokenizer: Tokenizer
    private let graph: Graph
    private let paddingID: Int32?

    /// The graph, open, with what a run of it takes.
    private struct Graph {
        let session: ModelSession
        let input: TextInput
        let output: (name: String, pooling: TowerOutput.Pooling)
        /// The inputs of the picture tower, in a graph of both.
        let others: [ModelInput]
    }

    /// The most bytes of a text.
    package static let textLimit = 64 << 10

    /// Opens the tokenizer and the graph, and describes a short text, which tells the number of values.
    ///
    /// - Parameters:
    ///   - folder: A folder with a text tower.
    ///   - threads: The threads of a run, 1…256. Default 1.
    ///   - runtime: The library; nil, the default, is that of the system.
    ///   - seconds: The time that the run may take; nil, the default, for any.
    /// - Throws: The file, the graph or the output that does not fit.
    package init(
        _ folder: ModelFolder, threads: Int = 1, runtime: ModelRuntime? = nil, seconds: Double? = nil
    ) throws(TowerError) {
        guard let tower = folder.text else { throw .misfit("the model has no text tower") }
        self.tower = tower
        let tokenizer: Tokenizer
        do throws(TokenizerError) { tokenizer = try Tokenizer(path: tower.tokenizer.path) } catch {
            throw .tokenizer(error)
        }
        self.tokenizer = tokenizer
        let named = tower.padding.flatMap { tokenizer.id(of: $0) }
        paddingID = tower.paddingID.map { Int32(clamping: $0) } ?? named
        let session = try ModelSession.opened(tower.graph, threads, runtime)
        let input = try TextInput(session, names: tower.inputs)
        var others: [ModelInput] = []
        if tower.sharesGraph, let picture = folder.picture {
            others = [try PictureInput(try session.input(of: picture.inputs), picture.preprocessing).empty]
        }
        graph = Graph(
            session: session, input: input, output: try session.output(of: tower.outputs), others: others)
        let trial = try Self.vector(of: "a", tower, tokenizer, paddingID, graph, seconds: seconds)
        dimensions = trial.count
        guard 1...PictureEncoder.longest ~= dimensions else {
            throw .misfit(
                "its texts have vectors of \(dimensions) values; 1 to \(PictureEncoder.longest) are taken")
        }
        guard trial.contains(where: { $0 != 0 }) else {
            throw .misfit("its texts have vectors of zeros, which have no direction")
        }
    }

    /// The vector of a text of at most 64 KiB; words beyond the tower's length do not count.
    ///
    /// - Throws: The fault of the tokenizer or of the run.
    package func vector(of text: String) throws(TowerError) -> [Float] {
        guard text.utf8.count <= Self.textLimit else {
            throw .tokenizer(.unencodable("it has \(text.utf8.count) bytes; at most \(Self.textLimit) are taken"))
        }
        let vector = try Self.vector(of: text, tower, tokenizer, paddingID, graph)
        guard vector.count == dimensions else { throw .misfit("its texts have vectors of different lengths") }
        return vector
    }

    private static func vector(
        of text: String, _ tower: TextTower, _ tokenizer: Tokenizer, _ paddingID: Int32?, _ graph: Graph,
        seconds: Double? = nil
    ) throws(TowerError) -> [Float] {
        let prepared = tower.prompt + tower.cleaning.applied(to: text)
        let fixed = graph.input.length
        let length = fixed ?? (tower.padsToLength ? tower.length : nil)
        if length != nil, paddingID == nil {
            throw .misfit("its texts are filled up to \(length ?? 0) tokens, and no file names the token for that")
        }
        let encoded: EncodedText
        do throws(TokenizerError) {
            encoded = try tokenizer.encode(
                prepared, maxLength: min(tower.length, fixed ?? tower.length),
                padding: length.map { .length($0, id: paddingID) } ?? .none)
        } catch { throw .tokenizer(error) }
        guard !encoded.ids.isEmpty else { throw .tokenizer(.unencodable("it has no tokens")) }
        let result: ModelOutput
        do throws(ModelError) {
            result = try graph.session.run(
                graph.input.tensors(encoded) + graph.others, output: graph.output.name,
                byteLimit: PictureEncoder.outputLimit, seconds: seconds)
        } catch { throw .graph(error) }
        return try result.vectors(1, graph.output.pooling, mask: encoded.mask)[0]
    }
}

extension TextTower {
    /// The text that stands before a query.
    fileprivate var prompt: String { prompts["query"] ?? defaultPrompt.flatMap { prompts[$0] } ?? "" }
}

extension TextTower.Cleaning {
    /// The punctuation of ASCII.
    private static let punctuation = Set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".unicodeScalars)

    /// The text after all steps.
    func applied(to text: String) -> String {
        var text = text
        if collapsesBlanks {
            // By scalars: a blank with an accent on it is one character.
            let words = text.unicodeScalars.split { $0.properties.isWhitespace }
            text = words.map { String($0) }.joined(separator: " ")
        }
        if removesPunctuation {
            var kept = String.UnicodeScalarView()
            kept.append(contentsOf: text.unicodeScalars.filter { !Self.punctuation.contains($0) })
            text = String(kept)
        }
        if lowercases { text = text.lowercased() }
        // The queries of a search do not tell their language.
        return prependsLanguage ? "eng_Latn" + text : text
    }
}
