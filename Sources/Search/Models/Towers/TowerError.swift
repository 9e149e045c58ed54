import Essentials
package import Tokenizers

/// The reason a tower of a model cannot be opened or does not give a vector.
package enum TowerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder or one of its files.
    case folder(ModelFolderError)
    /// The graph or its runtime.
    case graph(ModelError)
    /// The tokenizer, or a text that it does not take.
    case tokenizer(TokenizerError)
    /// The process of the tower.
    case worker(WorkerError)
    /// The folder and the graph do not fit together, or the graph gives no vector; a whole sentence.
    case misfit(String)

    /// The fault in one sentence of at most 320 letters, without a capital letter, a period or control characters.
    package var description: String {
        let text =
            switch self {
            case .folder(let error): error.description
            case .graph(let error): error.description
            case .tokenizer(let error): error.description
            case .worker(let error): error.description
            case .misfit(let text): text
            }
        // Libraries and files may say a lot.
        return text.printable.shortened(to: 320)
    }
}

extension ModelOutput {
    /// One vector for each of the inputs. Those of one input may have values that are not finite numbers, as 16-bit models give
    /// for a picture of one color: it is the fault of that input, and its caller's to find.
    ///
    /// - Parameters:
    ///   - mask: 1 for each token that counts, by input; nil for pictures, whose parts all count.
    func vectors(_ count: Int, _ pooling: TowerOutput.Pooling, mask: [Int32]? = nil) throws(TowerError) -> [[Float]] {
        // Sides of 1 at the end are what a pooling in the graph left over.
        var shape = shape
        while shape.count > 2, shape.last == 1 { shape.removeLast() }
        let isPooled = shape.count == 2
        guard shape.count == 2 || shape.count == 3, shape[0] == count, shape.allSatisfy({ $0 > 0 }) else {
            throw .misfit("its output has the shape \(shape), which is not one vector for each of \(count) inputs")
        }
        let width = shape[shape.count - 1]
        guard isPooled || pooling != .none else {
            throw .misfit("its output has the shape \(shape): a vector for each part, and no file names the pooling")
        }
        if let mask, !isPooled, mask.count != count * shape[1] {
            throw .misfit("its output has the shape \(shape), and its \(count) inputs have \(mask.count) tokens")
        }
        return (0..<count).map { input in
            guard !isPooled else { return Array(values[input * width..<(input + 1) * width]) }
            let parts = shape[1]
            let counted = (0..<parts).filter { mask == nil || mask?[input * parts + $0] == 1 }
            return pooled(counted, from: input * parts, width, pooling)
        }
    }

    private func pooled(
        _ counted: [Int], from first: Int, _ width: Int, _ pooling: TowerOutput.Pooling
    ) -> [Float] {
        func row(_ part: Int) -> ArraySlice<Float> { values[(first + part) * width..<(first + part + 1) * width] }
        guard pooling == .mean else { return Array(row(0)) }
        var sums = [Float](repeating: 0, count: width)
        for part in counted { for (index, value) in row(part).enumerated() { sums[index] += value } }
        return sums.map { $0 / Float(max(counted.count, 1)) }
    }
}

extension ModelSession {
    /// The output that a tower wants: the first of its list that the graph has.
    func output(of wanted: [TowerOutput]) throws(TowerError) -> (name: String, pooling: TowerOutput.Pooling) {
        for output in wanted {
            guard let name = output.name else {
                guard let first = outputs.first else { break }
                return (first.name, output.pooling)
            }
            if outputs.contains(where: { $0.name == name }) { return (name, output.pooling) }
        }
        let known = outputs.prefix(8).map(\.name.printable).joined(separator: ", ")
        let names = wanted.compactMap(\.name).joined(separator: ", ")
        throw .misfit("its graph has the outputs \(known), and none of \(names)")
    }

    /// The input of one of these names, or the only one.
    func input(of wanted: [String]) throws(TowerError) -> ModelPort {
        for name in wanted { if let port = inputs.first(where: { $0.name == name }) { return port } }
        if inputs.count == 1 { return inputs[0] }
        let known = inputs.prefix(8).map(\.name.printable).joined(separator: ", ")
        throw .misfit("its graph has the inputs \(known), and none of \(wanted.joined(separator: ", "))")
    }
}
