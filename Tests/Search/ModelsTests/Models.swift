import TestSupport

/// The small models that the tests run.
extension ModelBytes {
    /// y = x * weights + bias, with three values of x and two of y in each row.
    static func linear(weights: [UInt8] = tensor("w", [3, 2], floats: [1, 2, 3, 4, 5, 6])) -> [UInt8] {
        model(
            graph(
                [node("MatMul", ["x", "w"], ["xw"]), node("Add", ["xw", "b"], ["y"])],
                tensors: [weights, tensor("b", [2], floats: [0.5, -0.5])], inputs: [value("x", float32, [-1, 3])],
                outputs: [value("y", float32, [-1, 2])]))
    }

    /// The values of x in another type.
    static func cast(_ from: Int, to: Int) -> [UInt8] {
        model(
            graph(
                [node("Cast", ["x"], ["y"], [attribute("to", to)])], inputs: [value("x", from, [-1])],
                outputs: [value("y", to, [-1])]))
    }

    /// a + b.
    static let sum = model(
        graph(
            [node("Add", ["a", "b"], ["y"])], inputs: [value("a", float32, [2]), value("b", float32, [2])],
            outputs: [value("y", float32, [2])]))

    /// As many ones as the input says.
    static let ones = model(
        graph(
            [node("Expand", ["one", "shape"], ["y"])], tensors: [tensor("one", [1], floats: [1])],
            inputs: [value("shape", int64, [2])], outputs: [value("y", float32, [-1, -1])]))

    /// As many ones as the model says itself, which is known when it is opened.
    static func expand(to shape: [Int64], declared: [Int]) -> [UInt8] {
        model(
            graph(
                [node("Expand", ["one", "shape"], ["many"]), node("Add", ["many", "x"], ["y"])],
                tensors: [tensor("one", [1], floats: [1]), tensor("shape", [shape.count], numbers: shape)],
                inputs: [value("x", float32, [1])], outputs: [value("y", float32, declared)]))
    }

    /// Adds 1 to x so many times.
    static func loop(times: Int64) -> [UInt8] {
        let (node, tensors) = adding(to: "x", [1], times: times)
        return model(
            graph(
                [node], tensors: tensors, inputs: [value("x", float32, [1])], outputs: [value("y", float32, [1])]))
    }

    /// A tower of pictures whose graph does not end.
    static func endlessMeans() -> [UInt8] {
        let (node, tensors) = adding(to: "means", [-1, 3], times: 1 << 50, output: "image_embeds")
        return means(last: [node], tensors: tensors)
    }

    /// A node that adds 1 to an input so many times, and its tensors.
    private static func adding(
        to input: String, _ shape: [Int], times: Int64, output: String = "y"
    ) -> (node: [UInt8], tensors: [[UInt8]]) {
        let body = graph(
            [node("Identity", ["goes"], ["goes on"]), node("Add", ["before", "one"], ["after"])],
            tensors: [tensor("one", [1], floats: [1])],
            inputs: [value("round", int64, []), value("goes", bool, []), value("before", float32, shape)],
            outputs: [value("goes on", bool, []), value("after", float32, shape)])
        return (
            node("Loop", ["times", "yes", input], [output], [attribute("body", graph: body)]),
            [tensor("times", [], numbers: [times]), tensor("yes", bool, [], raw: [1])]
        )
    }
}
