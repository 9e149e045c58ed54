import CatalogFile
import Essentials
import VisualSearch

/// The notes of a run with `--shard` in its store, by which `magpie store merge` puts the parts together.
struct PartNotes {
    private let store: CatalogStore
    /// The inputs of all parts.
    let mark = ListMark()

    /// Begins the part, which counts as incomplete until ``end()``.
    ///
    /// - Throws: `SetupError` where the store is another part, or none although it holds items.
    init(_ shard: Shard, in store: CatalogStore, at path: Path, options: [String: String]) throws {
        self.store = store
        try Self.check(shard, in: store, at: path)
        try store.begin(PartRecord(index: shard.index, count: shard.count, options: options))
    }

    /// Throws where the store is not the one of the shard. A run over all inputs has no shard.
    static func check(_ shard: Shard, in store: CatalogStore, at path: Path) throws {
        let name = path.text.printable
        guard let known = try store.part() else {
            if shard != .whole, try store.read({ $0.count }) > 0 {
                throw SetupError("\(name) is no part of a run in shards; part \(shard) goes into a store of its own")
            }
            return
        }
        if Shard(index: known.index, count: known.count) == shard { return }
        let held = "\(name) holds part \(known.index)/\(known.count)"
        throw SetupError(
            shard == .whole
                ? "\(held); give --shard \(known.index)/\(known.count), or another store"
                : "\(held); part \(shard) goes into a store of its own")
    }

    func note(_ group: [Indexed]) throws {
        try store.note(places: group.compactMap { indexed in indexed.item.map { ($0.id, indexed.place) } })
    }

    /// Notes that all inputs of the part are in.
    func end() throws { try store.endPart(list: mark.text) }
}

extension Index {
    /// The facts that all parts of a run share.
    func sharedOptions() throws -> [String: String] {
        var options = ["version": Version.number, "id-from": naming.map { "\($0)" } ?? "path, or as before"]
        options["schema"] = rows.options.schema.map { "\($0)=\($1.rawValue)" }.sorted().joined(separator: ",")
        options["thumbnails"] = thumbnails.map { "\($0)" } ?? "none"
        options["language"] = language.map { $0.language?.code ?? "auto" } ?? "as its words tell"
        options["read-text"] = textModels == nil ? "no" : "yes"
        let limits = limits.limits
        let formats = limits.formats.map(\.rawValue).sorted().joined(separator: ",")
        options["limits"] = "\(limits.pixels) pixels, \(limits.inputBytes) bytes, \(limits.seconds) s, \(formats)"
        if let catalog {
            let bytes = try FileContents(catalog, limit: .max).bytes
            options["catalog"] = "\(Numbers.plural(bytes.count, "byte")), \(String(Hash.of(bytes), radix: 16))"
        }
        return options
    }
}
