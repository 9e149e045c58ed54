internal import Essentials
internal import Models

/// A graph of PP-OCR: one input of pictures as planes of blue, green and red, one output of numbers.
struct TextGraph: Sendable {
    let file: ModelFile
    let session: ModelSession
    let input: ModelPort
    let output: ModelPort

    init(_ file: ModelFile, threads: Int, _ runtime: ModelRuntime) throws(TextReaderError) {
        self.file = file
        do throws(ModelError) {
            session = try ModelSession(file: file.path, threads: threads, runtime: runtime)
        } catch { throw .graph(error) }
        guard session.inputs.count == 1, let input = session.inputs.first, input.type == .float32,
            input.shape.count == 4, input.shape[1] == 3 || input.shape[1] < 0
        else {
            throw TextGraph.misfit(file, "its inputs are not one tensor of pictures with three planes")
        }
        guard let output = session.outputs.first else { throw TextGraph.misfit(file, "it has no output") }
        (self.input, self.output) = (input, output)
    }

    /// The declared length of a side of the input; nil where the input decides.
    func side(_ index: Int) -> Int? { input.shape[index] > 0 ? input.shape[index] : nil }

    /// Runs the graph on so many pictures.
    func run(_ planes: PlanesOfLines, count: Int, byteLimit: Int) throws(TextReaderError) -> ModelOutput {
        let tensor = ModelInput(
            input.name, shape: [count, 3, planes.height, planes.width], .float32(planes.values))
        do throws(ModelError) {
            return try session.run([tensor], output: output.name, byteLimit: byteLimit)
        } catch { throw .graph(error) }
    }

    func misfit(_ reason: String) -> TextReaderError { TextGraph.misfit(file, reason) }

    private static func misfit(_ file: ModelFile, _ reason: String) -> TextReaderError {
        .misfit("\(file.name.shortened(to: 80)): \(reason)")
    }
}
