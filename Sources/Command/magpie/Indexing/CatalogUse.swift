import WireFormat

/// The rows of a catalog that matched an image, and the images that matched no row.
struct CatalogUse {
    private static let nameLimit = 5

    private let catalog: Catalog
    /// A part of a sharded run sees a part of the images only.
    private let isPart: Bool
    private var used: Set<Int> = []
    /// The rows whose item has no picture, because those that are there cannot be used.
    private var lost: Set<Int> = []
    /// The rows of products that the shop does not show.
    private var unpublished: Set<Int> { catalog.unpublished }
    private var others = 0
    private var namedOthers: [String] = []

    init(_ catalog: Catalog, isPart: Bool) {
        self.catalog = catalog
        self.isPart = isPart
    }

    mutating func add(_ indexed: Indexed) {
        // A folder that could not be read is no image.
        if indexed.isBlindSpot { return }
        // The item of a further picture tells which of its rows were used.
        if indexed.owner != nil || indexed.action == .unpublished { return }
        lost.formUnion(indexed.lostRows)
        if indexed.item != nil { used.formUnion(indexed.rows) }
        if !indexed.rows.isEmpty || !indexed.lostRows.isEmpty || !indexed.others.isEmpty { return }
        others += 1
        if namedOthers.count < Self.nameLimit { namedOthers.append(indexed.outcome.path.text.printable) }
    }

    /// The error of a run that had images and used no row; nil for any other. A part of a run may have none.
    var fault: SetupError? {
        guard used.isEmpty, lost.isEmpty, others > 0, catalog.rowCount > unpublished.count, !isPart else { return nil }
        return Self.unused(catalog, beside: namedOthers)
    }

    /// Throws where no image has a row, before the store gets items with other ids and without attributes. An input that
    /// cannot be read twice is left to ``fault``.
    static func check(_ inputs: Inputs, _ catalog: Catalog) throws {
        guard inputs.shard == .whole, catalog.rowCount > 0, let images = catalog.images, let first = images.inputs.first
        else { return }
        if images.links.isEmpty, !images.haveIDs { throw unused(catalog, beside: [first.text.printable]) }
    }

    private static func unused(_ catalog: Catalog, beside images: [String]) -> SetupError {
        SetupError(
            "no row of the catalog has an image: the first row is \(catalog.name(ofRow: 0)), the first image "
                + "\(images[0]); name the columns by --file-column and --id-column, the folder of their paths by "
                + "--root, or go on without rows by --allow-no-rows")
    }

    /// True if every row matched an image and every image a row.
    var isComplete: Bool { used.union(unpublished).count == catalog.rowCount && others == 0 }

    /// The rows and images by what became of them; a part of a run cannot tell which rows have no image.
    func write(to json: inout JSONWriter) {
        json.member("rows", catalog.rowCount)
        json.member("rowsUsed", used.count)
        if !isPart {
            json.member("rowsWithoutImage", catalog.rowCount - used.union(lost).union(unpublished).count)
            json.member("rowsWithUnusableImage", lost.subtracting(used).count)
        }
        json.member("rowsNotShown", unpublished.count)
        json.member("imagesWithoutRow", others)
    }

    /// "14 of 30 rows used, 16 without an image (bag-099, …); 0 images without a row"
    var summary: String {
        let rows = Numbers.plural(catalog.rowCount, "row")
        var text = "\(Numbers.count(used.count)) of \(rows) used"
        if !isPart {
            let lost = lost.subtracting(used)
            let unused = (0..<catalog.rowCount).lazy.filter {
                !used.contains($0) && !lost.contains($0) && !unpublished.contains($0)
            }
            func names(_ rows: some Sequence<Int>) -> [String] {
                rows.prefix(Self.nameLimit).map { catalog.name(ofRow: $0) }
            }
            text +=
                ", "
                + Self.list(
                    "without an image", catalog.rowCount - used.union(lost).union(unpublished).count, names(unused))
            if !lost.isEmpty {
                text += ", " + Self.list("whose image cannot be used", lost.count, names(lost.sorted()))
            }
        }
        if !unpublished.isEmpty {
            let names = unpublished.sorted().prefix(Self.nameLimit).map { catalog.name(ofRow: $0) }
            text += ", " + Self.list("of products that the shop does not show", unpublished.count, names)
        }
        return text + "; " + Self.list("without a row", others, namedOthers, of: "image")
    }

    private static func list(_ what: String, _ count: Int, _ names: [String], of kind: String? = nil) -> String {
        let counted = kind.map { Numbers.plural(count, $0) } ?? Numbers.count(count)
        let list = names.isEmpty ? "" : " (\(names.joined(separator: ", "))\(count > names.count ? ", …" : ""))"
        return "\(counted) \(what)\(list)"
    }
}
