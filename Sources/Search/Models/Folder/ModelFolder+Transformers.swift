import WireFormat

extension ModelFolder {
    /// Reads the towers of an export for Transformers.js or fastembed: from `vision_model` and `text_model`, or from a
    /// `model` of both or of one.
    ///
    /// - Parameter folder: The folder of the graphs, with `/` at its end; empty for that of the model.
    mutating func readTransformers(
        _ files: FolderFiles, _ precision: ModelPrecision?, graphs folder: String
    ) throws(ModelFolderError) {
        guard let config = try files.object("config.json") else {
            throw ModelFolderError("config.json", found: "no such file", expected: "the settings of the model")
        }
        dimensions = try config.integer("projection_dim", in: 1...65_536)
        try readScale(config)
        let vision = try files.graph("\(folder)vision_model", precision)
        let words = try files.graph("\(folder)text_model", precision)
        let whole = vision == nil && words == nil ? try files.graph("\(folder)model", precision) : nil
        // Transformers 5 writes one file for all that a processor does.
        var settings = try files.object("preprocessor_config.json")
        if settings == nil { settings = try files.object("processor_config.json")?.object("image_processor") }
        let tokenizer = try files.file("tokenizer.json")
        let kind = try config.text("model_type") ?? ""
        // A folder of fastembed may have the tokenizer of both towers beside the graph of one.
        let isDual = ["text_config", "vision_config"].allSatisfy { config[$0] != nil }
        let hasBoth = whole != nil && settings != nil && tokenizer != nil && isDual
        if let graph = vision ?? (settings == nil ? nil : whole) {
            guard let settings else {
                throw ModelFolderError(
                    "preprocessor_config.json", found: "no such file",
                    expected: "the preprocessing of \(graph.file.name)")
            }
            picture = PictureTower(
                graph: graph, preprocessing: try PicturePreprocessing(transformers: settings), inputs: ["pixel_values"],
                outputs: Self.pictureOutputs(kind, isDual: isDual), sharesGraph: hasBoth)
        }
        if let graph = words ?? (settings == nil || hasBoth ? whole : nil) {
            guard let tokenizer else {
                throw ModelFolderError(
                    "tokenizer.json", found: "no such file", expected: "the tokenizer of \(graph.file.name)")
            }
            var tower = try textTower(files, config, graph, tokenizer, isDual: isDual)
            tower.sharesGraph = hasBoth
            text = tower
        }
    }

    /// The outputs of a picture tower. That of CLIP that is not projected does not compare with texts, so it is not
    /// taken where there are texts; that of SigLIP is the vector.
    private static func pictureOutputs(_ kind: String, isDual: Bool) -> [TowerOutput] {
        let isCLIP = kind.contains("clip") && !kind.hasPrefix("siglip")
        if isCLIP, isDual { return [TowerOutput("image_embeds"), TowerOutput("unnormalized_image_features")] }
        return [
            TowerOutput("image_embeds"), TowerOutput("pooler_output"), TowerOutput("last_hidden_state", .first),
            TowerOutput(nil),
        ]
    }

    private mutating func textTower(
        _ files: FolderFiles, _ config: ConfigObject, _ graph: ModelGraph, _ tokenizer: ModelFile, isDual: Bool
    ) throws(ModelFolderError) -> TextTower {
        let words = try TokenizerSettings(files, "")
        let settings = try config.object("text_config") ?? config
        let kind = try config.text("model_type") ?? ""
        let isSigLIP = kind.hasPrefix("siglip")
        let isPair = isDual || isSigLIP || kind.contains("clip")
        let most = try settings.length("max_position_embeddings")
        let length = most ?? words.length ?? (isSigLIP ? 64 : isPair ? 77 : 512)
        var tower = TextTower(
            graph: graph, tokenizer: tokenizer, length: min(length, words.length ?? length),
            padsToLength: false, padding: words.padding, paddingID: words.paddingID, cleaning: TextTower.Cleaning(),
            outputs: [TowerOutput("text_embeds"), TowerOutput("pooler_output"), TowerOutput(nil)])
        if isSigLIP {
            let pieces = try settings.integer("vocab_size", in: 1...(1 << 24)) ?? 0
            tower.applySigLIP(isSecond: kind == "siglip2" || words.kind?.hasPrefix("Gemma") == true || pieces > 100_000)
        } else if isPair {
            tower.outputs.removeAll { $0.name == "pooler_output" }
            // The number in the settings of CLIP is a default that its tokenizer does not use.
            if tower.padding == nil { (tower.padding, tower.paddingID) = ("<|endoftext|>", nil) }
        } else {
            let paddingID = try settings.paddingID()
            tower.paddingID = words.paddingID ?? paddingID
            tower.outputs = [
                TowerOutput("sentence_embedding"), TowerOutput("text_embeds"), TowerOutput("last_hidden_state", .mean),
                TowerOutput(nil, .mean),
            ]
            notices.append("No file names a pooling: the mean over the tokens is assumed.")
            try tower.readPrompts(files)
        }
        return tower
    }
}

extension TextTower {
    /// Reads the prompts of `config_sentence_transformers.json`, if it is there.
    fileprivate mutating func readPrompts(_ files: FolderFiles) throws(ModelFolderError) {
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
