internal import Models

/// The model that reads a line.
struct LineRecognizer: Sendable {
    private let graph: TextGraph
    private let decoder: LineDecoder
    private let height: Int
    private let batching: TextReaderSettings.Batching

    /// The most bytes of certainties of one run, for which batches of wide lines are parted.
    private static let batchBytes = 96 << 20
    private static let outputLimit = 512 << 20
    /// The least pixels of a line for one step.
    private static let stepWidth = 4

    /// Looks for the dictionary in the file of the model, then beside it.
    init(
        _ graph: TextGraph, _ files: TextModelFiles, _ batching: TextReaderSettings.Batching
    ) throws(TextReaderError) {
        self.graph = graph
        self.batching = batching
        height = min(graph.side(2) ?? 48, 256)
        let inside: [UInt8]?
        do throws(ModelError) { inside = try graph.session.metadata("character") } catch { throw .graph(error) }
        guard let bytes = inside ?? files.dictionary?.bytes else {
            throw graph.misfit(
                "it has no dictionary; put the text file of its characters beside it, as *dict*.txt or *keys*.txt")
        }
        let place = inside == nil ? files.dictionary?.file.name ?? "" : "its metadata character"
        guard let characters = CharacterTable(lines: bytes) else {
            throw graph.misfit("the dictionary in \(place) is not UTF-8 text with a character a line")
        }
        decoder = LineDecoder(characters: characters)
        guard graph.output.shape.count == 3 else {
            throw graph.misfit("its output has \(graph.output.shape.count) sides, and 3 are expected")
        }
        if graph.output.shape[2] > 0 { try check(classes: graph.output.shape[2]) }
    }

    /// The dictionary has a text for each class but that for none; some models have no class for the blank.
    private func check(classes: Int) throws(TextReaderError) {
        let known = decoder.characters.classes
        guard classes == known || classes == known - 1 else {
            throw graph.misfit(
                "it has \(classes) classes, and its dictionary of \(known - 2) characters is for \(known); take the "
                    + "dictionary that was made for it")
        }
    }

    /// The texts and scores of lines.
    func texts(of lines: [Raster]) throws(TextReaderError) -> [(text: String, score: Double)] {
        var texts = [(text: String, score: Double)](repeating: ("", 0), count: lines.count)
        for batch in LineBatch.batches(ofRatios: lines.map(\.ratio), graph.side(0) == 1 ? .alone : batching) {
            let width = graph.side(3) ?? Int(Double(height) * batch.ratio)
            let steps = width / LineRecognizer.stepWidth + 1
            let most = max(LineRecognizer.batchBytes / (steps * decoder.characters.classes * 4), 1)
            for part in batch.parts(of: most) {
                for (index, text) in zip(part.lines, try read(part.lines.map { lines[$0] }, width)) {
                    texts[index] = text
                }
            }
        }
        return texts
    }

    private func read(_ lines: [Raster], _ width: Int) throws(TextReaderError) -> [(text: String, score: Double)] {
        var planes = PlanesOfLines(count: lines.count, width: width, height: height)
        for (index, line) in lines.enumerated() {
            planes.set(line.line(height: height, most: width), at: index, PlanesOfLines.Scale.line)
        }
        let output = try graph.run(planes, count: lines.count, byteLimit: LineRecognizer.outputLimit)
        guard output.shape.count == 3, output.shape[0] == lines.count else {
            throw graph.misfit(
                "its output has the shape \(output.shape), and [\(lines.count), steps, classes] is expected")
        }
        let (steps, classes) = (output.shape[1], output.shape[2])
        try check(classes: classes)
        let values = output.values.span
        return lines.indices.map { decoder.line(values, steps: $0 * steps..<($0 + 1) * steps, classes: classes) }
    }
}
