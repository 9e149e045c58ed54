/// The numbers in which a tower is stored, by the ends of file names that Transformers.js uses.
package enum ModelPrecision: String, Codable, Hashable, Sendable, CaseIterable {
    /// 32-bit floats, as in `model.onnx`.
    case float32
    /// 16-bit floats, as in `model_fp16.onnx`.
    case float16
    /// 8-bit integers, as in `model_int8.onnx` and `model_quantized.onnx`.
    case int8
    /// 8-bit integers without a sign, as in `model_uint8.onnx`.
    case uint8
    /// 4-bit blocks, as in `model_q4.onnx`. Chosen only by name: not every runtime has the operators.
    case q4
    /// 4-bit blocks with 16-bit floats, as in `model_q4f16.onnx`. Chosen only by name.
    case q4f16
    /// 4-bit blocks of bitsandbytes, as in `model_bnb4.onnx`. Chosen only by name.
    case bnb4

    /// The ends of file names before `.onnx`, the preferred one first.
    var endings: [String] {
        switch self {
        case .float32: ["", "_optimized"]
        case .float16: ["_fp16"]
        case .int8: ["_int8", "_quantized"]
        case .uint8: ["_uint8"]
        case .q4: ["_q4"]
        case .q4f16: ["_q4f16"]
        case .bnb4: ["_bnb4"]
        }
    }

    /// The precisions that are tried where none is named, in this order.
    static let usual: [ModelPrecision] = [.float32, .int8, .uint8, .float16]
}

/// A graph with the file of its weights.
package struct ModelGraph: Hashable, Sendable {
    /// The ONNX file.
    package var file: ModelFile
    /// The files beside it that hold its weights, as `model.onnx_data`, by name.
    package var data: [ModelFile]
    /// The numbers in which it is stored, as its name tells.
    package var precision: ModelPrecision
}

extension FolderFiles {
    /// The graph of a base name, as `onnx/vision_model`: in the named precision, or else in the first usual one.
    ///
    /// Nil if no file has the base name. Throws where there are only others, for an empty file and for the pointer that
    /// Git LFS leaves in place of a file.
    func graph(_ base: String, _ precision: ModelPrecision?) throws(ModelFolderError) -> ModelGraph? {
        for precision in precision.map({ [$0] }) ?? ModelPrecision.usual {
            for ending in precision.endings {
                guard let file = try file("\(base)\(ending).onnx") else { continue }
                try checkWhole(file)
                return ModelGraph(file: file, data: try data(of: file), precision: precision)
            }
        }
        var others: [String] = []
        for precision in ModelPrecision.allCases {
            for ending in precision.endings where try file("\(base)\(ending).onnx") != nil {
                others.append("\(base)\(ending).onnx")
            }
        }
        if others.isEmpty { return nil }
        let wanted = precision.map { "\(base)\($0.endings[0]).onnx" }
        throw ModelFolderError(
            "\(base).onnx", found: "only \(others.joined(separator: ", "))",
            expected: wanted.map { "\($0), or the name of a precision that is there" }
                ?? "\(base).onnx, or the name of the precision to use: 4-bit graphs are used only where named")
    }

    /// Throws for an empty file and for the pointer that Git LFS leaves in place of a file.
    func checkWhole(_ file: ModelFile) throws(ModelFolderError) {
        let start = try bytes(of: file, count: 24)
        guard !start.isEmpty else { throw ModelFolderError(file.name, found: "an empty file", expected: "a model") }
        guard !String(decoding: start, as: UTF8.self).hasPrefix("version https://git-lfs") else {
            throw ModelFolderError(
                file.name, found: "a pointer of Git LFS", expected: "the file that it stands for (git lfs pull)")
        }
    }

    /// The files of weights beside a graph: `<graph>_data`, `<graph>.data` and numbered parts of these.
    private func data(of graph: ModelFile) throws(ModelFolderError) -> [ModelFile] {
        var parts = graph.name.split(separator: "/").map(String.init)
        let last = parts.removeLast()
        let folder = parts.joined(separator: "/")
        var found: [ModelFile] = []
        for name in try names(in: folder) {
            guard let end = ["_data", ".data"].first(where: { name.hasPrefix(last + $0) }) else { continue }
            let number = name.dropFirst(last.count + end.count)
            let isPart = number.isEmpty || number.first == "_" && number.dropFirst().allSatisfy(\.isNumber)
            guard isPart, let file = try file(folder.isEmpty ? name : "\(folder)/\(name)") else { continue }
            try checkWhole(file)
            found.append(file)
        }
        return found
    }
}
