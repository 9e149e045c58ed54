import Essentials

/// A model of texts that is a table: the vector of a text is the mean of the vectors of its tokens.
///
/// The tables of Model2Vec, and of `StaticEmbedding` in sentence-transformers. The table stays in memory with the
/// numbers that it has in the file.
package struct StaticTextModel: Sendable {
    /// The names of the table in a file: that of Model2Vec, that of sentence-transformers.
    static let names = ["embeddings", "embedding.weight"]

    /// The numbers of a vector, 1…65,536.
    package let dimensions: Int
    /// The number of tokens with a vector: the tokenizer must have as many.
    package let tokens: Int
    /// True where the length of a vector is made 1.
    package let normalizes: Bool

    private let file: String
    private let element: Safetensors.Element
    private let table: [UInt8]
    /// The factor of each token; nil for 1.
    private let weights: [Float]?
    /// The row of each token; nil for its own number.
    private let rows: [Int32]?

    /// Reads the table of a model's folder into memory. At most 4 GiB.
    ///
    /// - Throws: The tensor that is missing, of another type or shape, or outside the file.
    package init(_ model: ModelFolder) throws(ModelFolderError) {
        guard let text = model.text, case .table(let file) = text.source else {
            throw ModelFolderError("", found: "the layout \(model.layout.rawValue)", expected: "a table of vectors")
        }
        try self.init(file, in: try FolderFiles(model.path), normalizes: text.normalizes)
    }

    init(_ file: ModelFile, in folder: FolderFiles, normalizes: Bool) throws(ModelFolderError) {
        let header = try Safetensors(file, in: folder)
        let (name, tensor, element) = try header.table()
        self.file = file.name
        self.element = element
        self.normalizes = normalizes
        dimensions = tensor.shape[1]
        weights = try header.list("weights", in: folder)
        rows = try header.indices("mapping", below: tensor.shape[0], in: folder)
        tokens = rows?.count ?? tensor.shape[0]
        if let weights, weights.count != tokens {
            throw ModelFolderError(
                file.name, "weights", found: "\(weights.count) numbers", expected: "\(tokens), one a token")
        }
        table = try header.data(of: tensor, name, in: folder)
    }

    /// The vector of a text with these tokens: the sum of their vectors, each times its weight, divided by their
    /// number, and made of length 1 where ``normalizes`` says so.
    ///
    /// - Returns: ``dimensions`` numbers; zeros for no tokens.
    /// - Throws: A token that the table does not have.
    package func embed(tokenIDs: [Int]) throws(ModelFolderError) -> [Float] {
        var sums = [Double](repeating: 0, count: dimensions)
        for token in tokenIDs {
            guard 0..<tokens ~= token else {
                throw ModelFolderError(
                    file, found: "no vector for token \(token)",
                    expected: "tokens 0…\(tokens - 1), of its own tokenizer")
            }
            let row = rows.map { Int($0[token]) } ?? token
            let weight = Double(weights?[token] ?? 1)
            let start = row * dimensions * element.bytes
            for index in 0..<dimensions {
                sums[index] += Double(element.number(at: start + index * element.bytes, of: table)) * weight
            }
        }
        var factor = 1 / Double(max(tokenIDs.count, 1))
        if normalizes {
            // The factor of the mean goes away with the length.
            let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
            factor = length > 0 ? 1 / length : 0
        }
        return sums.map { Float($0 * factor) }
    }
}

extension Safetensors {
    /// The table with its name and type. Throws without a table, or for one of another shape or type.
    func table() throws(ModelFolderError) -> (name: String, tensor: Tensor, element: Element) {
        guard let name = StaticTextModel.names.first(where: { tensors[$0] != nil }), let tensor = tensors[name] else {
            let some = tensors.keys.sorted().prefix(4).joined(separator: ", ")
            throw ModelFolderError(
                file.name, found: some.isEmpty ? "no tensors" : "the tensors \(some)",
                expected: "a tensor \(StaticTextModel.names.joined(separator: " or "))")
        }
        let usable: [Element] = [.float32, .float16, .bfloat16, .float64, .int8]
        guard let element = Element(rawValue: tensor.type), usable.contains(element) else {
            throw ModelFolderError(file.name, name, found: tensor.type, expected: "F32, F16, BF16, F64 or I8")
        }
        guard tensor.shape.count == 2, 1...(1 << 24) ~= tensor.shape[0], 1...65_536 ~= tensor.shape[1],
            tensor.count <= 4 << 30
        else {
            throw ModelFolderError(
                file.name, name, found: "the shape \(tensor.shape)",
                expected: "a vector of 1…65536 numbers for each of 1…16777216 tokens, at most 4 GiB")
        }
        return (name, tensor, element)
    }
}
