import CatalogFile
import Essentials
import VisualSearch

/// `magpie index`.
struct Index: Subcommand {
    static let name = "index"
    static let summary = "Adds images and their catalog attributes to a searchable store."
    static let others = 0...Int.max
    static let removingOptions: Set = ["prune", "max-removed", "drop-misfits"]
    static let synopsis = "magpie index [STORE] INPUT… [--catalog FILE [--fetch DIR]] [--store NEW] [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for a list of paths on standard input. A file named .csv,
        .tsv, .json, .jsonl, .xml, one of them packed (.gz), or .zip is the catalog, alone or beside folders; without
        another INPUT its pictures lie in the folder of --root.
        Repeat the command at any time: it skips files with the same size and time, or else the same content. It may
        be killed at any time: everything that --json has printed is on disk, and the next run continues from there.

        An image's id is the id column of its catalog row; without a row, its path relative to INPUT, minus the
        extension. A row belongs to the image in its file column (a path relative to the catalog, to --root or to INPUT,
        or a file name) or to the image with its id. An image without a row keeps the id and the attributes of earlier
        rows. Rows that name one picture are items of their own. A run in which no row has an image fails with 2 before
        it changes anything.

        A camera's RAW file beside a JPEG or HEIC of the same name is one item with it: the attribute raw names the RAW. Of
        further files that only their extensions distinguish, each new id keeps the extension (IMG_1.JPG, IMG_1.PNG).

        Columns image_2, image_3, …, image_back (a role: front, back, side, worn, detail, scene), images (a.jpg|b.jpg, or
        with commas) and rows with the same id give an item further pictures, up to 16 in all; the first that can be used is
        the one that it is shown with. They lie below the folder of the catalog, of --root or of an INPUT. With --file-column
        NAME also NAME_2 and NAME_back are such columns. role_2 is the role of image_2. The columns of Google Merchant,
        Shopify, WooCommerce, Magento, PrestaShop, Wix, Amazon and Etsy are known.

        Without --fetch the pictures of a catalog are files; of an address the name at its end counts. With it they are
        fetched from public addresses, kept small in a folder, and fetched again only where they have changed.

        Products that an export marks as drafts, archived or switched off make no items, nor do their variants; --all takes
        them. With --only-rows images without a row make no items either, as a product that has left the feed. Those that are
        in the store stay until --prune removes them.

        The price that is paid (a sale price within its dates), the currency of a price and the flag in_stock are made of
        the columns that tell them. HTML is read as a browser shows it. Columns of what an item costs the shop are left out.

        Types of columns are guessed from their values and shown; a guess changes no value. Numbers may have a decimal
        comma, thousands separators and a currency where all of a column agree; else the column is text, and a warning
        names two of its values. Codes stay text: 007, 12E4, more digits than a number holds, strings of JSON. Flags
        need both values. Bars divide the values of a list; \\| is a bar. Text may be UTF-8, UTF-16 or Windows-1252.

        A picture without a row has the fields that its file tells (EXIF, XMP, IPTC): taken (by the clock of the camera),
        camera, lens, rating, headline, caption, keywords, people, creator, rights, and ai where it says that a model
        generated or changed it; with --keep-place latitude and longitude, which may tell where somebody lives. They follow
        the file; an item that has fields of a catalog keeps those. Files that an earlier version has indexed get them by one
        run with --reread. In a run without a catalog it also has folder, the names of its folders from INPUT on, and
        file_name, that of the file without its extension; an item that has fields of a catalog has neither.

        --read-text DIR reads the text in pictures with the models of DIR (see 'magpie read') into the field picture_text:
        what is printed on a picture, a receipt as well as a letter, is in the store then, and words find it, below all that
        a catalog says. It is read of the first picture of an item, when that is new or has changed; with --reread of all.
        A server gives it to callers on its own machine only; others can search by it. 'magpie search --id' counts the words
        that two pictures share as likeness, and --filter 'picture_text:*' keeps the pictures with a text.

        --prune removes items whose files no longer exist. It refuses, and changes nothing, when no image was found,
        or when it would remove 10 items or more and that is over a tenth of those below INPUT. 'magpie store
        restore' brings removed items back until the next 'magpie store compact'. With it no INPUT is the store: a
        pattern such as * may match one, so that --store has to name it.

        A run with --shard makes a store of its part; 'magpie store merge' joins the parts and learns from all items.
        """
    static let examples = [
        Example(purpose: "a folder of photos", line: "magpie index photos"),
        Example(
            purpose: "a shop: pictures and a spreadsheet, prices as numbers with a fraction",
            line: "magpie index samples/images --catalog samples/catalog.csv --schema price=float --store shop.magpie"),
        Example(
            purpose: "the same, where all pictures are in one folder",
            line: "magpie index samples/catalog.csv --root samples/images --store shop.magpie"),
        Example(
            purpose: "a shop's export, with the pictures that it names by address",
            line: "magpie index --catalog products.csv --fetch pictures --store shop.magpie"),
        Example(
            purpose: "receipts and labels, found by what is printed on them",
            line: "magpie index photos --read-text models/ppocr"),
        Example(purpose: "every night: new, changed and removed files", line: "magpie index photos --prune --quiet"),
        Example(purpose: "a preview of that", line: "magpie index photos --prune --dry-run"),
        Example(
            purpose: "a nightly export, with the counts for whoever watches it",
            line: "magpie index samples/catalog.csv --root samples/images --store shop.magpie --json-summary > run.json"
        ),
    ]

    var store: Path?
    var describer = DescriberOptions()
    var catalog: Path?
    var rows = TableOptions()
    var allowsNoRows = false
    var dropsMisfits = false
    var takesRowsAlone = false
    var isStrict = false
    var naming: IndexingWork.Naming?
    var prunes: Pruning.Allowance?
    var maxRemoved: Int?
    var isDryRun = false
    var printsSummary = false
    var skipsMetadata = false
    var keepsPlace = false
    var rereads = false
    var textModels: Path?
    var language: LanguageChoice?
    var thumbnails: Int?
    var skipsLearning = false
    var fetch = FetchOptions()
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        let (command, inputs) = try takingCatalog(of: words)
        switch try command.fetchPictures(beside: inputs) {
        case .inputs(let all): return try command.index(all)
        case .ended(let code): return code
        }
    }

    private func index(_ words: [Path]) throws -> ExitCode {
        var inputs = try Inputs(words, options: self.inputs)
        inputs.joinsShots = true
        try check(inputs)
        let store = store ?? StorePlace.name(of: inputs.shard)
        // A dry run where there is no store yet compares with an empty one.
        let empty = isDryRun && !exists(store) ? TemporaryStore() : nil
        defer { empty?.remove() }
        let (engine, catalog) = try open(at: empty?.path ?? store, inputs)
        return try IndexRun(self, words, inputs, StorePlace(store), engine, catalog).run()
    }

    private func check(_ inputs: Inputs) throws(UsageError) {
        if printsSummary, batch.printsJSON {
            throw UsageError("--json-summary does not go with --json: a line of counts is no line of an input")
        }
        if keepsPlace, skipsMetadata {
            throw UsageError("--keep-place does not go with --no-metadata, which reads no place")
        }
        if prunes != nil, inputs.folders.isEmpty || inputs.shard != .whole {
            throw UsageError("--prune goes with folders and files, not with a list or a shard: it must see all of them")
        }
        if maxRemoved != nil, prunes != .usual {
            throw UsageError(
                prunes == nil ? "--max-removed goes with --prune" : "--prune=all sets no limit; leave out --max-removed"
            )
        }
        let options = rows.names + (allowsNoRows ? ["--allow-no-rows"] : [])
        if catalog == nil, let option = options.first {
            throw UsageError("\(option) goes with --catalog: it is about its rows")
        }
        if takesRowsAlone, catalog == nil {
            throw UsageError("--only-rows goes with --catalog: its rows are those that make items")
        }
        if textModels != nil, isDryRun {
            throw UsageError("--read-text does not go with --dry-run, which describes no picture")
        }
        if isStrict, catalog == nil { throw UsageError("--strict goes with --catalog: it is about its rows") }
        if isStrict, inputs.shard != .whole {
            throw UsageError("--strict does not go with a shard: the other parts may have the missing images")
        }
    }

    var album: Album? { skipsMetadata ? nil : Album(keepsPlace: keepsPlace) }

    private func exists(_ file: Path) -> Bool { file.isMilvus || (try? FileStatus.of(file)) != nil }

    /// Returns the engine, and the catalog in the form of the store. A catalog that cannot be used leaves no new store
    /// behind.
    private func open(at path: Path, _ inputs: Inputs) throws -> (SearchEngine, Catalog?) {
        func read(known: [String: AttributeType]) throws -> Catalog? {
            guard let catalog else { return nil }
            let folders = [self.inputs.root].compactMap(\.self) + inputs.folders
            let images = inputs.images.map { images in InputTable(images) { IndexingWork.ids(of: $0, naming) } }
            return try Catalog(
                catalog, rows.options, known: known, folders: folders, fetched: fetch.folder, inputs: images,
                takesAll: rows.takesAll)
        }
        let isNew = !exists(path)
        let early = isNew ? try read(known: [:]) : nil
        var settings = SearchEngine.Settings()
        settings.thumbnailSide = thumbnails
        if !batch.isQuiet { settings.willIndexWords = StorePlace.noteWordIndex }
        let engine = try path.engine(isDryRun && !isNew ? .readOnly : .create, describer, settings)
        if isNew { return (engine, early) }
        let known = try engine.store.read { snapshot throws(SearchError) in try snapshot.fields() }
        return (engine, try read(known: known))
    }
}

/// An empty store that lasts as long as a dry run.
private struct TemporaryStore {
    let path = Path(
        FileManager.default.temporaryDirectory.appending(path: "magpie-\(UUID().uuidString).magpie").path)

    func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.text + end) }
    }
}
