/// Graphs of towers, whose vectors are computed by hand.
extension ModelBytes {
    /// The mean of each channel of a picture: three values.
    ///
    /// - Parameters:
    ///   - type: Of the input.
    ///   - isLast: True for the order batch x height x width x 3.
    ///   - batch: -1 for any.
    ///   - last: Nodes from `means` to `y`; none for the means themselves.
    ///   - shape: Of the output, as declared.
    package static func means(
        _ type: Int = float32, isLast: Bool = false, batch: Int = -1, sides: (height: Int, width: Int) = (4, 4),
        input: String = "pixel_values", output: String = "image_embeds", last: [[UInt8]] = [], tensors: [[UInt8]] = [],
        shape: [Int] = [-1, 3]
    ) -> [UInt8] {
        let picture = isLast ? [batch, sides.height, sides.width, 3] : [batch, 3, sides.height, sides.width]
        let axes = attribute("axes", isLast ? [1, 2] : [2, 3])
        let nodes = [
            node("Cast", [input], ["x"], [attribute("to", float32)]),
            node("ReduceMean", ["x"], [last.isEmpty ? output : "means"], [axes, attribute("keepdims", 0)]),
        ]
        return model(
            graph(
                nodes + last, tensors: tensors, inputs: [value(input, type, picture)],
                outputs: [value(output, float32, shape)]))
    }

    /// The numbers of the inputs of a text one after the other: its vector shows what the tower was given.
    package static func echo(_ inputs: [String], type: Int = int64, length: Int = -1, output: String = "text_embeds")
        -> [UInt8]
    {
        let casts = inputs.map { node("Cast", [$0], ["\($0) as numbers"], [attribute("to", float32)]) }
        let whole = node("Concat", inputs.map { "\($0) as numbers" }, [output], [attribute("axis", 1)])
        return model(
            graph(
                casts + [whole], inputs: inputs.map { value($0, type, [1, length]) },
                outputs: [value(output, float32, [1, -1])]))
    }

    /// Two values for each token, which are its number and its square.
    package static func squares(
        _ inputs: [String] = ["input_ids", "attention_mask"], output: String = "last_hidden_state"
    )
        -> [UInt8]
    {
        let rows = (0..<16).flatMap { [Float($0), Float($0 * $0)] }
        return model(
            graph(
                [node("Gather", ["table", "input_ids"], [output])], tensors: [tensor("table", [16, 2], floats: rows)],
                inputs: inputs.map { value($0, int64, [-1, -1]) }, outputs: [value(output, float32, [-1, -1, 2])]))
    }

    /// A graph of both towers: the means of the channels, and the number and the square of the first token.
    package static let joint: [UInt8] = {
        let rows = (0..<16).flatMap { [Float($0), Float($0 * $0), Float(1)] }
        let axes = attribute("axes", [2, 3])
        return model(
            graph(
                [
                    node("ReduceMean", ["pixel_values"], ["image_embeds"], [axes, attribute("keepdims", 0)]),
                    node("Gather", ["table", "input_ids"], ["tokens"]),
                    node("Gather", ["tokens", "zero"], ["text_embeds"], [attribute("axis", 1)]),
                ], tensors: [tensor("table", [16, 3], floats: rows), tensor("zero", [], numbers: [0])],
                inputs: [
                    value("input_ids", int64, [-1, -1]), value("pixel_values", float32, [-1, 3, 4, 4]),
                    value("attention_mask", int64, [-1, -1]),
                ], outputs: [value("text_embeds", float32, [-1, 3]), value("image_embeds", float32, [-1, 3])]))
    }()
}
