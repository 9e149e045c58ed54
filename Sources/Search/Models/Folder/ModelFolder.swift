package import Essentials
import ImageTypes

/// A folder with a model: its towers, and the steps from pictures and texts to their inputs.
///
/// The layout is recognized by the files. JSON files are read up to 4 MiB; `tokenizer.json` and the graphs are not
/// read, apart from their first bytes.
package struct ModelFolder: Hashable, Sendable {
    /// The absolute path, without links.
    package let path: String
    /// The arrangement of the files.
    package let layout: ModelLayout
    /// The half that describes pictures; nil for models of texts.
    package internal(set) var picture: PictureTower?
    /// The half that describes texts; nil for models of pictures.
    package internal(set) var text: TextTower?
    /// The numbers of a vector where the files tell it, 1…65,536.
    package internal(set) var dimensions: Int?
    /// The learned factor of a cosine, where a member `logit_scale` names it. Initial values do not count.
    package internal(set) var logitScale: Double?
    /// The learned summand of a scaled cosine, where a member `logit_bias` names it.
    package internal(set) var logitBias: Double?
    /// The license and the languages that the files name.
    package internal(set) var card = ModelCard()
    /// Guesses where the files leave something open, as sentences.
    package internal(set) var notices: [String] = []

    /// Reads the folder of a model.
    ///
    /// - Parameters:
    ///   - folder: A folder on this machine.
    ///   - precision: The numbers of the graphs; nil for 32-bit floats if they are there, else 8-bit integers, else
    ///     16-bit floats. Graphs of 4 bits are used only where they are named.
    /// - Throws: The first file or member that is missing, malformed, out of its range or outside the folder.
    package init(_ folder: URL, precision: ModelPrecision? = nil) throws(ModelFolderError) {
        let files = try FolderFiles(folder.path(percentEncoded: false))
        path = files.root
        layout = try files.layout()
        card = try ModelCard(files)
        switch layout {
        case .immich: try readImmich(files, precision)
        case .transformers: try readTransformers(files, precision, graphs: "onnx/")
        case .fastembed: try readTransformers(files, precision, graphs: "")
        }
    }

    /// The files that change a vector: graphs with their weights, the tokenizer, the settings that are there.
    package func files() throws(ModelFolderError) -> [ModelFile] {
        let files = try FolderFiles(path)
        var found: Set<ModelFile> = []
        if let picture { found.formUnion([picture.graph.file] + picture.graph.data) }
        if let text {
            found.formUnion([text.tokenizer, text.graph.file] + text.graph.data)
        }
        for name in Self.settings + [text?.paddingFile].compactMap(\.self) {
            if let file = try files.file(name) { found.insert(file) }
        }
        // Only where it is read: folders that have both keep the identity that stores know them by.
        if try files.file("preprocessor_config.json") == nil, let file = try files.file("processor_config.json") {
            found.insert(file)
        }
        return found.sorted { $0.name < $1.name }
    }

    // Nothing reads the modules of sentence-transformers, but stores know their model by the hash of these files.
    private static let settings = [
        "config.json", "preprocessor_config.json", "tokenizer_config.json", "special_tokens_map.json", "modules.json",
        "1_Pooling/config.json", "sentence_bert_config.json", "config_sentence_transformers.json",
        "visual/preprocess_cfg.json", "textual/tokenizer_config.json",
    ]

    /// The identity of the model: 32 hexadecimal digits from the names, sizes and contents of ``files()``.
    ///
    /// Reads all of them, about a second a gigabyte. No protection against forgery.
    package func identity() throws(ModelFolderError) -> String {
        let folder = try FolderFiles(path)
        var parts: [UInt8] = []
        for file in try files() {
            parts += Array("\(file.name)\n\(file.bytes)\n".utf8)
            parts += try folder.hash(of: file)
        }
        return parts.contentHash.hexadecimal
    }
}

extension FolderFiles {
    /// A hash of the content of a file, read in parts: the size of a part is part of the definition.
    func hash(of file: ModelFile) throws(ModelFolderError) -> [UInt8] {
        let part = 4 << 20
        var (hashes, place) = ([UInt8](), 0)
        while true {
            let bytes = try bytes(of: file, from: place, count: part)
            if bytes.isEmpty { break }
            hashes += bytes.contentHash
            place += bytes.count
        }
        return hashes.contentHash
    }
}
