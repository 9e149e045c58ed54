/// The metadata of a model on a server, as far as a describer needs it.
struct InferenceMetadata: Decodable {
    struct Tensor: Decodable {
        let name: String
        /// -1 is any number.
        let shape: [Int]
    }

    let name: String
    let inputs: [Tensor]?
    let outputs: [Tensor]?

    /// Sets the properties of the model that are nil.
    func complete(_ model: inout InferenceDescriber.Model) throws(DescribeError) {
        guard let input = model.input ?? inputs?.first?.name else {
            throw .failed(detail: "the metadata of the model \(name) names no input; set Model.input to its name")
        }
        let output = model.output.map { wanted in outputs?.first { $0.name == wanted } } ?? outputs?.first
        guard let outputName = model.output ?? output?.name else {
            throw .failed(detail: "the metadata of the model \(name) names no output; set Model.output to its name")
        }
        model.input = input
        model.output = outputName
        guard model.dimensions == nil else { return }
        // The first side counts the pictures of a batch, unless there is only one.
        let shape = output?.shape ?? []
        let sides = shape.count > 1 ? shape.dropFirst() : shape[...]
        guard !sides.isEmpty, sides.allSatisfy({ $0 > 0 }) else {
            throw .failed(
                detail: "the metadata of the model \(name) gives the output \(outputName) the shape \(shape), which "
                    + "does not tell how many values it has; set Model.dimensions")
        }
        let lengths = DescriberIdentity.vectorLengths
        // The product of a few large sides does not fit an Int.
        let count = sides.reduce(1) { product, side in
            let (next, overflows) = product.multipliedReportingOverflow(by: side)
            return overflows ? .max : next
        }
        guard lengths.contains(count) else {
            throw .failed(
                detail: "the metadata of the model \(name) gives the output \(outputName) the shape \(shape); a vector "
                    + "has \(lengths.lowerBound) to \(lengths.upperBound) values")
        }
        model.dimensions = count
    }
}
