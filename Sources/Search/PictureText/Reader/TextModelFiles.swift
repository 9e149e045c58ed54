internal import Essentials
internal import Models

/// The files of a folder of models that read text.
struct TextModelFiles: Sendable {
    var detector: ModelFile
    var recognizer: ModelFile
    /// Nil for a folder without one: lines are not turned.
    var classifier: ModelFile?
    /// The lines of the dictionary; nil where there is no file of it.
    var dictionary: (file: ModelFile, bytes: [UInt8])?

    /// The largest dictionary, 4 MiB. That of the most characters, in PP-OCRv6, has 73 KB.
    static let dictionaryLimit = 4 << 20

    private enum Part: String, CaseIterable {
        case classifier = "cls"
        case detector = "det"
        case recognizer = "rec"
    }

    /// Looks for the files in the folder and in the folders in it.
    init(_ path: String) throws(TextReaderError) {
        do throws(ModelFolderError) {
            let folder = try FolderFiles(path)
            let names = try TextModelFiles.names(in: folder)
            let graphs = names.filter { $0.lowercased().hasSuffix(".onnx") }
            detector = try TextModelFiles.needed(.detector, graphs, folder)
            recognizer = try TextModelFiles.needed(.recognizer, graphs, folder)
            classifier = try TextModelFiles.only(
                "*cls*.onnx", graphs.filter { TextModelFiles.part($0) == .classifier }, folder)
            let lists = names.filter { name in
                let file = name.split(separator: "/").last?.lowercased() ?? ""
                return file.hasSuffix(".txt") && (file.contains("dict") || file.contains("keys"))
            }
            dictionary = try TextModelFiles.only("*dict*.txt or *keys*.txt", lists, folder).map {
                file throws(ModelFolderError) in
                guard file.bytes <= TextModelFiles.dictionaryLimit else {
                    throw ModelFolderError(
                        file.name, found: "\(file.bytes) bytes",
                        expected: "at most \(TextModelFiles.dictionaryLimit) bytes of a dictionary")
                }
                return (file, try folder.bytes(of: file, count: TextModelFiles.dictionaryLimit))
            }
        } catch { throw .folder(error) }
    }

    private static func names(in folder: FolderFiles) throws(ModelFolderError) -> [String] {
        var all: [String] = []
        for name in try folder.names() {
            all.append(name)
            // A file has no names in it.
            if ![".onnx", ".txt"].contains(where: name.lowercased().hasSuffix) {
                all += try folder.names(in: name).map { "\(name)/\($0)" }
            }
        }
        return all
    }

    /// The part by the name of the file, or else by that of its folder. `text_direction_cls` has both `rec` and `cls`.
    private static func part(_ name: String) -> Part? {
        for component in name.lowercased().split(separator: "/").reversed() {
            if component.contains("textline_ori") { return .classifier }
            if let part = Part.allCases.first(where: { component.contains($0.rawValue) }) { return part }
        }
        return nil
    }

    private static func needed(
        _ part: Part, _ graphs: [String], _ folder: FolderFiles
    ) throws(ModelFolderError) -> ModelFile {
        let pattern = "*\(part.rawValue)*.onnx"
        if let file = try only(pattern, graphs.filter { Self.part($0) == part }, folder) { return file }
        let known = graphs.isEmpty ? "no file *.onnx" : graphs.prefix(8).joined(separator: ", ")
        throw ModelFolderError(
            "", found: known,
            expected: "a file \(pattern), the \(part == .detector ? "detection" : "recognition") model of PP-OCR")
    }

    /// The file of one name; nil for none. Throws for several.
    private static func only(
        _ pattern: String, _ names: [String], _ folder: FolderFiles
    ) throws(ModelFolderError) -> ModelFile? {
        guard names.count < 2 else {
            throw ModelFolderError("", found: names.prefix(8).joined(separator: ", "), expected: "one file \(pattern)")
        }
        return try names.first.flatMap { name throws(ModelFolderError) in try folder.file(name) }
    }
}
