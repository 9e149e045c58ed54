/// The arrangements of files that are recognized, by the files themselves and never by the name of the folder.
package enum ModelLayout: String, Hashable, Sendable, CaseIterable {
    /// A table of vectors of Model2Vec, or of `StaticEmbedding` in sentence-transformers.
    case staticTable
    /// The exports for immich, with `visual` and `textual`.
    case immich
    /// The modules of sentence-transformers with an ONNX graph; texts only.
    case sentenceTransformers
    /// The exports for Transformers.js, with `onnx`.
    case transformers
    /// The exports for fastembed: a graph beside the files of Hugging Face.
    case fastembed

    /// The groups of files that the layout needs; of each group one must be there.
    var needs: [[String]] {
        switch self {
        case .staticTable:
            [
                ["model.safetensors", "0_StaticEmbedding/model.safetensors"],
                ["tokenizer.json", "0_StaticEmbedding/tokenizer.json"],
            ]
        case .immich: [["config.json"], ["visual/model.onnx", "textual/model.onnx"]]
        case .sentenceTransformers: [["modules.json"], ["onnx/model.onnx", "model.onnx"], ["tokenizer.json"]]
        case .transformers:
            [
                ["config.json"], ["preprocessor_config.json", "tokenizer.json"],
                ["onnx/model.onnx", "onnx/vision_model.onnx", "onnx/text_model.onnx"],
            ]
        case .fastembed: [["config.json"], ["preprocessor_config.json", "tokenizer.json"], ["model.onnx"]]
        }
    }

    /// Names that only this layout has.
    var marks: [String] {
        switch self {
        case .staticTable: ["model.safetensors", "0_StaticEmbedding/model.safetensors"]
        case .immich:
            [
                "visual/model.onnx", "visual/preprocess_cfg.json", "textual/model.onnx", "textual/tokenizer.json",
                "textual/tokenizer_config.json",
            ]
        case .sentenceTransformers: ["modules.json", "1_Pooling/config.json", "config_sentence_transformers.json"]
        case .transformers:
            ["onnx/vision_model.onnx", "onnx/text_model.onnx", "onnx/model.onnx", "preprocessor_config.json"]
        case .fastembed: ["model.onnx"]
        }
    }
}

extension FolderFiles {
    /// The layout of the folder. Throws with the nearest layout and the files that it lacks.
    func layout() throws(ModelFolderError) -> ModelLayout {
        let inner = try names(in: "onnx").contains { $0.hasSuffix(".onnx") }
        let root = try hasGraph("model")
        if try isTable(orElse: inner || root) { return .staticTable }
        if try file("visual/preprocess_cfg.json") != nil, try hasGraph("visual/model") { return .immich }
        if try file("textual/tokenizer.json") != nil, try hasGraph("textual/model") { return .immich }
        if try file("modules.json") != nil, inner || root, try file("tokenizer.json") != nil {
            return .sentenceTransformers
        }
        let isDescribed = try first(of: ["preprocessor_config.json", "tokenizer.json"]) != nil
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

    /// True for a safetensors file with a table under one of its names.
    ///
    /// - Parameter hasGraph: True where a graph is beside it: then a fault in the file does not matter.
    private func isTable(orElse hasGraph: Bool) throws(ModelFolderError) -> Bool {
        guard let file = try first(of: ModelLayout.staticTable.needs[0]) else { return false }
        do throws(ModelFolderError) {
            let header = try Safetensors(file, in: self)
            return StaticTextModel.names.contains { header.tensors[$0] != nil }
        } catch {
            if hasGraph { return false }
            throw error
        }
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
            let names = try names().prefix(8).joined(separator: ", ")
            return ModelFolderError(
                "", found: names.isEmpty ? "no files" : "no model among \(names)",
                expected: "the files of a layout: \(ModelLayout.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return ModelFolderError(
            "", found: "files of the layout \(best.layout.rawValue) without \(best.missing.joined(separator: ", "))",
            expected: best.missing.joined(separator: ", "))
    }
}
