/// The arrangements of files that are recognized, by the files themselves and never by the name of the folder.
package enum ModelLayout: String, Hashable, Sendable, CaseIterable {
    /// The exports for immich, with `visual` and `textual`.
    case immich
    /// The exports for Transformers.js, with `onnx`.
    case transformers
    /// The exports for fastembed: a graph beside the files of Hugging Face.
    case fastembed

    /// The groups of files that the layout needs; of each group one must be there.
    var needs: [[String]] {
        switch self {
        case .immich: [["config.json"], ["visual/model.onnx", "textual/model.onnx"]]
        case .transformers:
            [
                ["config.json"], Self.described,
                ["onnx/model.onnx", "onnx/vision_model.onnx", "onnx/text_model.onnx"],
            ]
        case .fastembed: [["config.json"], Self.described, ["model.onnx"]]
        }
    }

    /// The files that tell how pictures or texts are prepared, one of which is enough.
    static let described = ["preprocessor_config.json", "processor_config.json", "tokenizer.json"]

    /// Names that only this layout has.
    var marks: [String] {
        switch self {
        case .immich:
            [
                "visual/model.onnx", "visual/preprocess_cfg.json", "textual/model.onnx", "textual/tokenizer.json",
                "textual/tokenizer_config.json",
            ]
        case .transformers:
            ["onnx/vision_model.onnx", "onnx/text_model.onnx", "onnx/model.onnx", "preprocessor_config.json"]
        case .fastembed: ["model.onnx"]
        }
    }

    /// The names of all layouts, for errors.
    static let expected = "the files of a layout: \(allCases.map(\.rawValue).joined(separator: ", "))"
}

extension FolderFiles {
    /// The layout of the folder. Throws with the nearest layout and the files that it lacks.
    func layout() throws(ModelFolderError) -> ModelLayout {
        let inner = try names(in: "onnx").contains { $0.hasSuffix(".onnx") }
        let root = try hasGraph("model")
        if try file("visual/preprocess_cfg.json") != nil, try hasGraph("visual/model") { return .immich }
        if try file("textual/tokenizer.json") != nil, try hasGraph("textual/model") { return .immich }
        // The graph of these would pass for one of Transformers.js, whose pooling is another one.
        let tokenizers = ["tokenizer.json", "0_StaticEmbedding/tokenizer.json"]
        if try file("modules.json") != nil, try first(of: tokenizers) != nil {
            throw ModelFolderError(
                "modules.json", found: "a model of sentence-transformers, for texts alone",
                expected: ModelLayout.expected)
        }
        let isDescribed = try first(of: ModelLayout.described) != nil
        if isDescribed, try file("config.json") != nil {
            if inner { return .transformers }
            if root { return .fastembed }
        }
        throw try nearest()
    }

    private func hasGraph(_ base: String) throws(ModelFolderError) -> Bool {
        for precision in ModelPrecision.allCases {
            for ending in precision.endings where try file("\(base)\(ending).onnx") != nil { return true }
        }
        return false
    }

    private func nearest() throws(ModelFolderError) -> ModelFolderError {
        var best: (layout: ModelLayout, score: Int, missing: [String])?
        for layout in ModelLayout.allCases {
            var (score, missing) = (0, [String]())
            for mark in layout.marks where try file(mark) != nil { score += 1 }
            guard score > 0 else { continue }
            for group in layout.needs where try first(of: group) == nil {
                missing.append(group.joined(separator: " or "))
            }
            if layout == .immich {
                for tower in ["visual", "textual"] where !(try names(in: tower)).isEmpty {
                    let second = tower == "visual" ? "visual/preprocess_cfg.json" : "textual/tokenizer.json"
                    if try file("\(tower)/model.onnx") == nil { missing.append("\(tower)/model.onnx") }
                    if try file(second) == nil { missing.append(second) }
                }
            }
            if score > best?.score ?? 0 { best = (layout, score, missing) }
        }
        guard let best, !best.missing.isEmpty else {
            let names = try names()
            if names.contains("model.safetensors") {
                return ModelFolderError(
                    "model.safetensors", found: "weights without an ONNX graph, as Model2Vec has them",
                    expected: ModelLayout.expected)
            }
            let some = names.prefix(8).joined(separator: ", ")
            return ModelFolderError(
                "", found: some.isEmpty ? "no files" : "no model among \(some)", expected: ModelLayout.expected)
        }
        return ModelFolderError(
            "", found: "files of the layout \(best.layout.rawValue) without \(best.missing.joined(separator: ", "))",
            expected: best.missing.joined(separator: ", "))
    }
}
