import CatalogFile
import Essentials
import VisualSearch

/// Reads one file after the other and determines the changes of the store; each worker has its own file.
struct IndexingWork: Sendable {
    /// The source of the id of a picture without a row in a catalog.
    enum Naming: Sendable {
        /// The path below the input folder, without extension.
        case path
        /// The name of the file, without extension.
        case name
    }

    let engine: SearchEngine
    let place: StorePlace
    let contents: StoreContents
    let catalog: Catalog?
    /// Nil names new images by their path, and leaves others their ids.
    let naming: Naming?
    let limits: Limits
    /// The folders of the inputs, as far as they are known before a list is read.
    var folders: [Path] = []
    /// The fields that files tell; nil where they are not asked.
    var album: Album?
    /// Reads the text in pictures; nil where nobody asked for it.
    var texts: PictureTexts?
    /// The fields of the store before the run wrote the first item.
    var types: [String: AttributeType] = [:]
    /// Reads files of the same size and time as well.
    var rereads = false
    /// Images without a row make no items.
    var takesRowsAlone = false
    /// Nothing is described, because nothing will be written.
    var isDryRun = false

    /// The place of an image in the shop.
    private enum Identity {
        /// It begins these items, with their rows: several rows may name one picture.
        case items([(id: String, match: Catalog.Match?)])
        /// It is a further picture of an item, whose id is nil where that is the one of an image without a row.
        case further(of: String?, entry: CatalogEntry?)
        /// It is of products that the shop does not show alone.
        case unpublished
        /// It has no row, and only rows make items.
        case noRow
    }

    /// The ids of the items that begin with an image, none for a further picture, and those of products that the shop does
    /// not show.
    func itemIDs(of input: Input) throws(SearchError) -> (shown: [String], unpublished: [String]) {
        let (identity, unpublished) = try identity(of: input)
        guard case .items(let items) = identity else { return ([], unpublished) }
        return (items.map(\.id), unpublished)
    }

    private func identity(
        of input: Input
    ) throws(SearchError) -> (identity: Identity, unpublished: [String]) {
        let matches = try catalog?.matches(of: input, ids: Self.ids(of: input, naming)) ?? Catalog.Matches()
        var unpublished = matches.unpublished.compactMap(\.id)
        if matches.shown.isEmpty, !unpublished.isEmpty { return (.unpublished, unpublished) }
        let isOfRow = !takesRowsAlone || !matches.shown.isEmpty
        let identity = isOfRow ? try identity(of: input, among: matches.shown) : .noRow
        if takesRowsAlone, let catalog {
            var made: Set<String> = []
            if case .items(let items) = identity { made = Set(items.map(\.id)) }
            for file in contents.files[place.source(of: input.path)] ?? [] where !made.contains(file.id) {
                if try catalog.entry(withID: file.id) == nil { unpublished.append(file.id) }
            }
        }
        return (identity, unpublished)
    }

    private func identity(of input: Input, among matches: [Catalog.Match]) throws(SearchError) -> Identity {
        let (pathID, ids) = (id(of: input), Self.ids(of: input, naming))
        let source = place.source(of: input.path)
        let known = contents.files[source] ?? []
        let firsts = matches.filter(\.isFirst)
        if !firsts.isEmpty {
            // An id from a row stays when a later run has no id for it: another one would lose the attributes of the item.
            let nameless = (naming == nil ? known.first?.id : nil) ?? pathID
            return .items(firsts.map { ($0.entry.id ?? nameless, $0) })
        }
        if let match = matches.first { return .further(of: match.entry.id, entry: match.entry) }
        // Without a row a picture stays the one of its item, unless the rows of that item name others.
        if let owner = contents.owners[source], known.isEmpty, try catalog?.entry(withID: owner) == nil {
            return .further(of: owner, entry: nil)
        }
        if naming == nil {
            var kept: [(id: String, match: Catalog.Match?)] = []
            for file in known where try catalog?.hasPicture(id: file.id, beside: input, ids) != true {
                kept.append((file.id, nil))
            }
            if !kept.isEmpty { return .items(kept) }
        }
        return .items([(pathID, nil)])
    }

    func result(for input: Input) -> Indexed {
        Indexed.timed(input) { indexed throws(ImageError) in
            indexed.place = input.place
            do throws(SearchError) {
                try index(input, into: &indexed)
            } catch {
                switch error {
                case .image(let error): indexed.fail(error)
                case .invalidArgument(let reason): indexed.fail(.unreadable(path: input.path.text, reason: reason))
                // Every further image would fail the same way.
                default: indexed.stop = error
                }
            }
        }
    }

    private func index(_ input: Input, into indexed: inout Indexed) throws(SearchError) {
        let known = contents.files[place.source(of: input.path)] ?? []
        let items: [(id: String, match: Catalog.Match?)]
        let (identity, unpublished) = try identity(of: input)
        defer { indexed.unpublished = unpublished }
        switch identity {
        case .items(let found): items = found
        case .unpublished:
            indexed.action = .unpublished
            return
        case .noRow:
            indexed.action = .noRow
            return
        case .further(let owner, let entry):
            indexed.action = .picture
            indexed.owner = Indexed.Owner(id: owner, row: entry?.rows.first)
            // The file was an item of its own, which leaves once it is a picture of another one.
            indexed.formerIDs = known.map(\.id)
            return
        }
        var picture = FirstPicture(input.path)
        var made: [Indexed] = []
        var (fault, lostRows) = (nil as ImageError?, [Int]())
        for (id, match) in items {
            var one = Indexed(Outcome(path: input.path, result: .success(Product())))
            one.place = input.place
            let work = ItemWork(work: self, id: id, match: match, input: input)
            do throws(SearchError) {
                try work.make(&picture, at: match?.picture, into: &one)
                made.append(one)
            } catch {
                switch error {
                case .image(let error):
                    fault = fault ?? error
                    if let other = try work.makeOfNext(after: error, of: input.path, place: input.place) {
                        made.append(other)
                    } else {
                        lostRows += match?.entry.rows ?? []
                    }
                case .invalidArgument(let reason):
                    one.fail(.unreadable(path: input.path.text, reason: reason))
                    one.lostRows = match?.entry.rows ?? []
                    made.append(one)
                default: throw error
                }
            }
        }
        indexed.outcome.inputBytes = picture.inputBytes
        if let fault {
            // The file itself is of no use; items may go on with their next pictures.
            indexed.fail(fault)
            (indexed.others, indexed.lostRows) = (made, lostRows)
        } else if let first = made.first {
            let bytes = indexed.outcome.inputBytes
            indexed = first
            indexed.outcome.inputBytes = bytes
            indexed.others = Array(made.dropFirst())
            // Only now: a picture that cannot be used takes nothing out of the store. Where no id is new, rows are missing and
            // nothing is called otherwise: as without any row, the items stay.
            let (ids, former) = (Set(items.map(\.id)), Set(known.map(\.id)))
            guard indexed.item != nil, !ids.isSubset(of: former) else { return }
            let names = Self.ids(of: input, naming)
            for file in known where !ids.contains(file.id) {
                // Another picture is to make it, which may turn out to be damaged: then the item stays as it is.
                if try catalog?.hasPicture(id: file.id, beside: input, names) == true { continue }
                indexed.formerIDs.append(file.id)
            }
        }
    }

    /// A file that was read.
    struct File {
        let contents: FileContents
        let fingerprint: Fingerprint
    }

    /// A file beside what was indexed of it.
    enum Reading {
        /// The same file as it was; it was not opened.
        case same
        /// Of the same content.
        case touched(File)
        /// Of another content, or not known.
        case other(File)
    }

    func reading(of path: Path, unless known: Fingerprint?) throws(SearchError) -> Reading {
        if !rereads, let known, let status = try? FileStatus.of(path), status.kind == .file,
            known.isUntouched(size: status.size, stamp: status.stamp)
        {
            return .same
        }
        let file = try contents(of: path)
        return known?.contentHash == file.fingerprint.contentHash ? .touched(file) : .other(file)
    }

    func contents(of path: Path) throws(SearchError) -> File {
        do throws(ImageError) {
            let contents = try FileContents(path, limit: limits.inputBytes)
            let status = contents.status
            let fingerprint = Fingerprint(of: contents.bytes, modified: status.modified, stamp: status.stamp)
            return File(contents: contents, fingerprint: fingerprint)
        } catch {
            throw .image(error)
        }
    }

    /// Returns the item in the store; an id that is not in it costs no read.
    func item(_ id: String) throws(SearchError) -> Item? {
        guard contents.ids[id] != nil else { return nil }
        return try engine.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
    }

    /// The id without a row: the path or the name without the extension, which stays where another file has the same.
    private func id(of input: Input) -> String {
        let path = naming == .name ? Path(bytes: input.key.name) : input.key
        guard input.sharing == .alone else { return path.text }
        return path.stem.text
    }

    /// The ids by which an image may have a row, that of its name alone last. Of files that only their extensions distinguish,
    /// the first has the row of the name alone.
    static func ids(of input: Input, _ naming: Naming?) -> [String] {
        let path = naming == .name ? Path(bytes: input.key.name) : input.key
        let name = Path(bytes: input.key.name)
        switch input.sharing {
        case .alone: return [path.stem.text, name.stem.text]
        case .first: return [path.text, path.stem.text, name.stem.text]
        case .later: return [path.text]
        }
    }
}

extension Path {
    /// The path without the extension of its name.
    var stem: Path { Path(bytes: bytes.dropLast(fileExtension.map { $0.count + 1 } ?? 0)) }
}
