import WireFormat

extension ModelFolder {
    /// Reads a table of Model2Vec, or of `StaticEmbedding`, which may lie in a folder of its own.
    ///
    /// Model2Vec leaves unknown tokens out and cuts off after 512 tokens. `normalize` of `config.json` says that
    /// vectors get length 1; without it a module `Normalize` does.
    mutating func readTable(_ files: FolderFiles) throws(ModelFolderError) {
        let names = ModelLayout.staticTable.needs
        guard let table = try files.first(of: names[0]), let tokenizer = try files.first(of: names[1]) else {
            throw ModelFolderError(
                "tokenizer.json", found: "no such file", expected: "the tokenizer of the table, beside it")
        }
        let header = try Safetensors(table, in: files)
        let (name, tensor, _) = try header.table()
        dimensions = tensor.shape[1]
        let config = try files.object("config.json")
        let modules = try files.modules()
        let normalizes = try config?.flag("normalize") ?? modules.contains { $0.type.hasSuffix(".Normalize") }
        text = TextTower(
            source: .table(table), tokenizer: tokenizer, length: 512, padsToLength: false, padding: nil, paddingID: nil,
            cleaning: TextTower.Cleaning(), addsSpecialTokens: false, dropsUnknown: name == StaticTextModel.names[0],
            inputs: [], outputs: [], normalizes: normalizes)
    }
}

/// A module of sentence-transformers.
struct SentenceModule {
    /// The class, as `sentence_transformers.models.Pooling`.
    var type: String
    /// The folder of its files; empty for that of the model.
    var path: String
}

extension FolderFiles {
    /// The modules of `modules.json`, in order; empty where there is no such file.
    func modules() throws(ModelFolderError) -> [SentenceModule] {
        let name = "modules.json"
        guard let value = try json(name) else { return [] }
        guard case .array(let values) = value, values.count <= 64 else {
            throw ModelFolderError(name, found: value.kind, expected: "an array of at most 64 modules")
        }
        var modules: [SentenceModule] = []
        for (index, value) in values.enumerated() {
            guard case .object(let members) = value else {
                throw ModelFolderError(name, "[\(index)]", found: value.kind, expected: "an object")
            }
            let object = ConfigObject(file: name, path: "[\(index)]", members: members)
            guard let type = try object.text("type") else { throw object.missing("type", "the class of a module") }
            let path = try object.text("path") ?? ""
            modules.append(SentenceModule(type: type, path: path == "." ? "" : path))
        }
        return modules
    }
}
