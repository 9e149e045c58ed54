/// Small models in the place of those of PP-OCR.
extension ModelBytes {
    private static let pictures = value("x", float32, [-1, 3, -1, -1])

    /// A detector for which what is dark is text.
    package static let textDetector = model(
        graph(
            [node("ReduceMean", ["x"], ["mean"], [attribute("axes", [1])]), node("Neg", ["mean"], ["map"])],
            inputs: [pictures], outputs: [value("map", float32, [-1, 1, -1, -1])]))

    /// A recognizer for which each line is the first text of the dictionary.
    ///
    /// - Parameters:
    ///   - characters: The number of texts in the dictionary.
    ///   - dictionary: The lines of the dictionary; nil where they are in a file.
    ///   - certainty: The certainty of each step.
    package static func textRecognizer(
        characters: Int, dictionary: String? = nil, certainty: Float = 0.9
    ) -> [UInt8] {
        let steps = graph(
            [
                node("ReduceMean", ["x"], ["columns"], [attribute("axes", [1, 2]), attribute("keepdims", 0)]),
                node("Unsqueeze", ["columns", "last"], ["steps"]), node("Mul", ["steps", "zero"], ["none"]),
                node("Add", ["none", "one"], ["y"]),
            ],
            tensors: [
                tensor("last", [1], numbers: [2]), tensor("zero", [1], floats: [0]),
                tensor(
                    "one", [1, 1, characters + 2], floats: (0..<characters + 2).map { $0 == 1 ? certainty : 0 }),
            ], inputs: [value("x", float32, [-1, 3, 48, -1])],
            outputs: [value("y", float32, [-1, -1, characters + 2])])
        let entry = dictionary.map { field(14, field(1, "character") + field(2, $0)) } ?? []
        return model(steps) + entry
    }

    /// A classifier for which each line stands on its head with this certainty.
    package static func textClassifier(turned certainty: Float) -> [UInt8] {
        model(
            graph(
                [
                    node("ReduceMean", ["x"], ["means"], [attribute("axes", [1, 2, 3]), attribute("keepdims", 0)]),
                    node("Unsqueeze", ["means", "last"], ["lines"]), node("Mul", ["lines", "zero"], ["none"]),
                    node("Add", ["none", "two"], ["y"]),
                ],
                tensors: [
                    tensor("last", [1], numbers: [1]), tensor("zero", [1], floats: [0]),
                    tensor("two", [1, 2], floats: [1 - certainty, certainty]),
                ], inputs: [pictures], outputs: [value("y", float32, [-1, 2])]))
    }
}
