import WireFormat

extension ModelFolder {
    /// Reads a graph with the modules of sentence-transformers: a transformer, a pooling, perhaps a normalization.
    mutating func readSentences(_ files: FolderFiles, _ precision: ModelPrecision?) throws(ModelFolderError) {
        let modules = try files.modules()
        let usable = ["Transformer", "Pooling", "Normalize"]
        for module in modules where !usable.contains(where: { module.type.hasSuffix(".\($0)") }) {
            throw ModelFolderError(
                "modules.json", "type", found: module.type, expected: "the modules \(usable.joined(separator: ", "))")
        }
        var graph = try files.graph("onnx/model", precision)
        if graph == nil { graph = try files.graph("model", precision) }
        guard let graph, let tokenizer = try files.file("tokenizer.json") else {
            throw ModelFolderError("onnx/model.onnx", found: "no such file", expected: "the graph of the transformer")
        }
        let settings = try files.object("sentence_bert_config.json")
        let words = try TokenizerSettings(files, "")
        let config = try files.object("config.json")
        let most = try config?.length("max_position_embeddings")
        let length = try settings?.length("max_seq_length") ?? words.length ?? most ?? 512
        let paddingID = try config?.paddingID()
        let pooling = try pooling(files, modules)
        dimensions = try config?.integer("hidden_size", in: 1...65_536)
        var tower = TextTower(
            source: .graph(graph), tokenizer: tokenizer, length: length, padsToLength: false,
            padding: words.padding ?? "[PAD]", paddingID: words.paddingID ?? paddingID,
            cleaning: TextTower.Cleaning(lowercases: try settings?.flag("do_lower_case") ?? false),
            outputs: [
                TowerOutput("sentence_embedding"), TowerOutput("token_embeddings", pooling),
                TowerOutput("last_hidden_state", pooling), TowerOutput(nil, pooling),
            ], normalizes: modules.contains { $0.type.hasSuffix(".Normalize") })
        try tower.readPrompts(files)
        text = tower
    }

    /// The pooling that the module names; the mean, with a notice, where none does.
    private mutating func pooling(
        _ files: FolderFiles, _ modules: [SentenceModule]
    ) throws(ModelFolderError) -> TowerOutput.Pooling {
        let folder = modules.first { $0.type.hasSuffix(".Pooling") }?.path ?? "1_Pooling"
        guard let config = try files.object("\(folder)/config.json") else {
            notices.append("\(folder)/config.json is missing: the mean over the tokens is assumed.")
            return .mean
        }
        // Newer files name one pooling, older ones have a flag for each.
        let modes: [(name: String, flag: String, pooling: TowerOutput.Pooling)] = [
            ("cls", "pooling_mode_cls_token", .first), ("mean", "pooling_mode_mean_tokens", .mean),
            ("max", "pooling_mode_max_tokens", .maximum), ("lasttoken", "pooling_mode_lasttoken", .last),
        ]
        if let mode = try config.text("pooling_mode") {
            guard let found = modes.first(where: { $0.name == mode }) else {
                throw config.fault("pooling_mode", .string(mode), "cls, mean, max or lasttoken")
            }
            return found.pooling
        }
        var chosen: [TowerOutput.Pooling] = []
        for mode in modes where try config.flag(mode.flag) == true { chosen.append(mode.pooling) }
        for key in ["pooling_mode_mean_sqrt_len_tokens", "pooling_mode_weightedmean_tokens"]
        where try config.flag(key) == true {
            throw config.fault(key, .bool(true), "one of the poolings cls, mean, max, lasttoken")
        }
        guard chosen.count == 1 else {
            throw ModelFolderError(
                config.file, "pooling_mode", found: "\(chosen.count) poolings", expected: "one")
        }
        return chosen[0]
    }
}

extension TextTower {
    /// Reads the prompts of `config_sentence_transformers.json`, if it is there.
    mutating func readPrompts(_ files: FolderFiles) throws(ModelFolderError) {
        guard let config = try files.object("config_sentence_transformers.json") else { return }
        if let object = try config.object("prompts") {
            for name in object.members.keys {
                if let prompt = try object.text(name), !prompt.isEmpty { prompts[name] = prompt }
            }
        }
        defaultPrompt = try config.text("default_prompt_name")
        if let defaultPrompt, prompts[defaultPrompt] == nil {
            throw config.fault(
                "default_prompt_name", .string(defaultPrompt), "one of \(prompts.keys.sorted().joined(separator: ", "))"
            )
        }
    }
}
