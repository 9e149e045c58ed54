import Essentials

extension Index {
    private static let tables = [".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xml"]

    private static func isTable(_ file: Path) -> Bool {
        var name = String(decoding: file.name, as: UTF8.self).lowercased()
        let isArchive = name.hasSuffix(".zip")
        for end in [".gz", ".zip"] where name.hasSuffix(end) { name.removeLast(end.count) }
        return (isArchive || tables.contains(where: name.hasSuffix)) && (try? FileStatus.of(file).kind) != .folder
    }

    /// The command with a catalog that was named beside folders or alone, and the other inputs. Where there is no other, the
    /// folder of `--root` is one: no catalog says by itself which folder may be read for its pictures.
    ///
    /// Beside single files a table stays an input: a shell names all files of a folder for `*`, and some of them lie beside
    /// pictures as notes on these.
    func takingCatalog(of words: [Path]) throws(UsageError) -> (Index, [Path]) {
        var (command, others) = (self, words)
        let tables = words.filter(Index.isTable)
        others.removeAll(where: tables.contains)
        let isBesideFolders = others.allSatisfy { (try? FileStatus.of($0).kind) == .folder }
        if !isBesideFolders { others = words }
        if isBesideFolders, let table = tables.first {
            if let other = catalog ?? tables.dropFirst().first {
                throw UsageError("\(other) and \(table) are both catalogs; a run takes one")
            }
            command.catalog = table
        }
        guard let catalog = command.catalog, others.isEmpty, inputs.list == nil, fetch.folder == nil else {
            return (command, others)
        }
        guard let root = inputs.root else {
            throw UsageError(
                "where are the pictures of \(catalog)? Name their folder as an INPUT, or --fetch DIR for those that it "
                    + "names by address")
        }
        return (command, [root])
    }
}
