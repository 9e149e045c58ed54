import Essentials
import VisualSearch

/// Decides which items may be removed because their files are gone, so that an unmounted or mistyped folder never
/// empties a store.
struct Pruning {
    /// The number of items that may be removed in one run.
    enum Allowance: Hashable, Sendable {
        /// A tenth of the items below the inputs, or 9; 0 when no image was found.
        case usual
        case atMost(Int)
        case all
    }

    /// The sources and ids that a walk through the inputs has found.
    struct Survey {
        var sources: Set<String> = []
        /// The items that these files make.
        var ids: Set<String> = []
        /// Those of products that the shop does not show.
        var unpublished: Set<String> = []
        /// Folders and links that could not be followed.
        var blindSpots: [Path] = []
    }

    /// An item whose file is gone.
    struct Gone {
        let source: String
        let id: String
    }

    private let words: [Path]
    private let place: StorePlace
    private let contents: StoreContents
    private let allowance: Allowance
    private let roots: [FileStatus.Identity?]

    init(_ words: [Path], place: StorePlace, contents: StoreContents, allowance: Allowance) {
        self.words = words
        self.place = place
        self.contents = contents
        self.allowance = allowance
        roots = Self.identities(of: words)
    }

    /// Lists the names of all inputs, without opening a file.
    func survey(_ inputs: Inputs, _ work: IndexingWork) throws(SearchError) -> Survey {
        var survey = Survey()
        for item in inputs.items() {
            switch item {
            case .image(let input):
                survey.sources.insert(place.source(of: input.path))
                let ids = try work.itemIDs(of: input)
                survey.ids.formUnion(ids.shown)
                survey.unpublished.formUnion(ids.unpublished)
            case .unusable(let path, _): survey.blindSpots.append(path)
            }
        }
        return survey
    }

    /// Returns the items below the inputs whose files were not found and do not exist, by source, and those of products that
    /// the shop does not show. A file below a blind spot, or whose status cannot be read for another reason, counts as present.
    func gone(_ survey: Survey) -> [Gone] {
        let blind = survey.blindSpots.map { place.source(of: $0) }
        return below.flatMap { source, files in
            let isGone =
                !survey.sources.contains(source) && !blind.contains { Self.isBelow(source, $0) } && isMissing(source)
            return files.filter { isGone || survey.unpublished.contains($0.id) }.map { Gone(source: source, id: $0.id) }
        }
        .filter { !survey.ids.contains($0.id) }.sorted { ($0.source, $0.id) < ($1.source, $1.id) }
    }

    /// Throws when more items would be removed than are allowed; `outcome` describes the state of the store for the
    /// message.
    func check(_ gone: [Gone], _ survey: Survey, outcome: String) throws(SetupError) {
        if gone.isEmpty { return }
        let all = below.values.reduce(0) { $0 + $1.count }
        let names = gone.prefix(5).map(\.id.printable).joined(separator: ", ") + (gone.count > 5 ? ", …" : "")
        let items = "\(Numbers.count(gone.count)) of the \(Numbers.plural(all, "item")) below \(inputs)"
        let way = "if that is right, --prune=all or --max-removed \(gone.count) removes them; --dry-run lists them"
        switch allowance {
        case .all: return
        case .atMost(let limit):
            if gone.count <= limit { return }
            throw SetupError(
                "\(outcome): \(items) would be removed (\(names)), more than --max-removed \(limit); --dry-run lists them"
            )
        case .usual:
            if survey.sources.isEmpty {
                throw SetupError(
                    "\(outcome): no image was found, so \(items) would be removed (\(names)); is the folder mounted, and "
                        + "its name right? \(way)")
            }
            if gone.count >= 10, gone.count > all / 10 {
                throw SetupError(
                    "\(outcome): \(items) would be removed (\(names)), more than a tenth; \(way)")
            }
        }
    }

    /// Throws when an input has disappeared or been replaced: files that were not found are not gone then.
    func checkInputs() throws(SetupError) {
        let now = Self.identities(of: words)
        for (word, (before, after)) in zip(words, zip(roots, now)) where before != after || after == nil {
            throw SetupError("nothing was removed: \(word) vanished while its images were indexed")
        }
    }

    private var inputs: String { words.map(\.text.printable).joined(separator: ", ") }

    private var below: [String: [StoreContents.File]] {
        let roots = words.map { place.source(of: $0) }
        return contents.files.filter { source, _ in roots.contains { Self.isBelow(source, $0) } }
    }

    /// Returns true if a source is the folder or file `root`, or is in it. The empty root is the folder of the store.
    private static func isBelow(_ source: String, _ root: String) -> Bool {
        if root.isEmpty { return !source.hasPrefix("/") && !source.contains("://") }
        return source == root
            || source.hasPrefix(root) && (root.hasSuffix("/") || source.dropFirst(root.count).hasPrefix("/"))
    }

    private func isMissing(_ source: String) -> Bool {
        guard let file = place.file(of: source) else { return false }
        do throws(SystemError) {
            _ = try FileStatus.of(file)
            return false
        } catch {
            return error.code == ENOENT || error.code == ENOTDIR
        }
    }

    private static func identities(of words: [Path]) -> [FileStatus.Identity?] {
        words.map { try? FileStatus.of($0).identity }
    }
}
