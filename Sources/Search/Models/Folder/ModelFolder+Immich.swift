import WireFormat

extension ModelFolder {
    /// Reads the towers of an export for immich; one of them may be missing.
    mutating func readImmich(_ files: FolderFiles, _ precision: ModelPrecision?) throws(ModelFolderError) {
        guard let outer = try files.object("config.json") else {
            throw ModelFolderError("config.json", found: "no such file", expected: "the settings of open_clip")
        }
        let config = try outer.object("model_cfg") ?? outer
        dimensions = try config.integer("embed_dim", in: 1...65_536)
        try readScale(config)
        if let settings = try files.object("visual/preprocess_cfg.json") {
            guard let graph = try files.graph("visual/model", precision) else {
                throw ModelFolderError("visual/model.onnx", found: "no such file", expected: "the picture tower")
            }
            picture = PictureTower(
                graph: graph, preprocessing: try PicturePreprocessing(openCLIP: settings),
                inputs: ["image", "pixel_values"], outputs: [TowerOutput(nil)])
        }
        guard let tokenizer = try files.file("textual/tokenizer.json") else {
            if try files.file("textual/model.onnx") != nil {
                throw ModelFolderError("textual/tokenizer.json", found: "no such file", expected: "the tokenizer")
            }
            return
        }
        guard let graph = try files.graph("textual/model", precision) else {
            throw ModelFolderError("textual/model.onnx", found: "no such file", expected: "the text tower")
        }
        text = try immichText(files, config, graph, tokenizer)
    }

    private mutating func immichText(
        _ files: FolderFiles, _ config: ConfigObject, _ graph: ModelGraph, _ tokenizer: ModelFile
    ) throws(ModelFolderError) -> TextTower {
        guard let settings = try config.object("text_cfg") else {
            throw config.missing("text_cfg", "the settings of the text tower")
        }
        let words = try TokenizerSettings(files, "textual/")
        guard let padding = words.padding else {
            throw ModelFolderError(
                "textual/tokenizer_config.json", "pad_token", found: "no such member",
                expected: "the token that fills up")
        }
        let isCanonical = try settings.object("tokenizer_kwargs")?.text("clean") == "canonicalize"
        let name = try settings.text("hf_tokenizer_name") ?? ""
        var tower = TextTower(
            graph: graph, tokenizer: tokenizer, length: try settings.length("context_length") ?? 77,
            padsToLength: true, padding: padding, paddingFile: words.paddingFile, paddingID: words.paddingID,
            cleaning: TextTower.Cleaning(
                collapsesBlanks: true, removesPunctuation: isCanonical, lowercases: isCanonical,
                prependsLanguage: name.contains("nllb")),
            inputs: ["text", "input_ids"], outputs: [TowerOutput(nil)])
        // open_clip's settings of the first SigLIP: the pieces of its own tokenizer, and its pooling.
        let pieces = try settings.integer("vocab_size", in: 1...(1 << 24))
        if pieces == 32_000, try settings.text("pool_type") == "last", padding != "</s>" {
            notices.append("textual/tokenizer_config.json fills up with \(padding): SigLIP wants </s>, which is used.")
            (tower.padding, tower.paddingFile, tower.paddingID) = ("</s>", nil, 1)
        }
        return tower
    }

    /// Reads the learned scale and bias, where the members are there.
    mutating func readScale(_ config: ConfigObject) throws(ModelFolderError) {
        logitScale = try config.number("logit_scale")
        logitBias = try config.number("logit_bias")
    }
}
