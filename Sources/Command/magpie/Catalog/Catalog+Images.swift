import CatalogFile
import VisualSearch

extension Catalog {
    /// The rows of an item that an image belongs to.
    struct Match: Sendable {
        var entry: CatalogEntry
        /// The place of the image among the pictures of the item; nil where it has the id of the item and no row names it.
        var picture: Int?
        /// The item begins with the image: no picture before it is there.
        var isFirst: Bool
    }

    /// True where rows name pictures, so that a row without one means an item without a picture.
    var namesPictures: Bool { table.pictureColumns.namePictures }

    /// The items that an image is a picture of.
    struct Matches: Sendable {
        /// In the order of the file: several may share an image.
        var shown: [Match] = []
        /// Those of products that the shop does not show.
        var unpublished: [CatalogEntry] = []
    }

    /// The items that an image is a picture of. An image that no row names has the row of the first of its ids that there is,
    /// unless that row has other pictures.
    func matches(of input: Input, ids: [String]) throws(SearchError) -> Matches {
        let all = try allMatches(of: input, ids: ids)
        if unpublished.isEmpty { return Matches(shown: all) }
        func isShown(_ match: Match) -> Bool { unpublished.isDisjoint(with: match.entry.rows) }
        return Matches(shown: all.filter(isShown), unpublished: all.filter { !isShown($0) }.map(\.entry))
    }

    private func allMatches(of input: Input, ids: [String]) throws(SearchError) -> [Match] {
        let images = try known(beside: input, ids)
        guard let image = images.inputs.index(of: input) else { return [] }
        var (matches, nameless) = ([Match](), [(number: Int, row: AttributeTable.Row)]())
        var seen: Set<Int> = []
        for number in images.links.rows(image) where !seen.contains(number) {
            let row = try row(number)
            var entry = CatalogEntry([(number, row)])
            if let id = row.id, let whole = try self.entry(withID: id) { entry = whole }
            seen.formUnion(entry.rows)
            guard let place = entry.pictures.firstIndex(where: { self.image(of: $0, in: images) == image }) else {
                continue
            }
            let isFirst = first(of: entry, in: images) == First(image: image, picture: place)
            if isFirst, entry.id == nil {
                nameless.append((number, row))
            } else {
                matches.append(Match(entry: entry, picture: place, isFirst: isFirst))
            }
        }
        // Only their images tell rows without ids apart.
        if !nameless.isEmpty {
            let entry = CatalogEntry(nameless)
            let place = entry.pictures.firstIndex { self.image(of: $0, in: images) == image }
            matches.append(Match(entry: entry, picture: place, isFirst: true))
        }
        if !matches.isEmpty { return matches }
        for key in ids {
            guard let entry = try entry(withID: key) else { continue }
            let isFirst = first(of: entry, in: images) == First(image: image, picture: nil)
            return isFirst ? [Match(entry: entry, picture: nil, isFirst: true)] : []
        }
        return []
    }

    /// The rows with an id, as one; nil without any.
    func entry(withID id: String) throws(SearchError) -> CatalogEntry? {
        var rows: [(number: Int, row: AttributeTable.Row)] = []
        for number in ids.rows(Path(id).composed) {
            let row = try row(number)
            if row.id == id { rows.append((number, row)) }
            guard rows.count <= Self.rowLimit else {
                throw .invalidArgument(
                    "more than \(Numbers.count(Self.rowLimit)) rows of the catalog have the id \(id.printable); does "
                        + "--id-column name the column of ids?")
            }
        }
        return rows.isEmpty ? nil : CatalogEntry(rows.reversed())
    }

    /// True for an id whose rows have a picture that is there, as far as can be told beside an image.
    func hasPicture(id: String, beside input: Input, _ ids: [String]) throws(SearchError) -> Bool {
        guard let entry = try entry(withID: id) else { return false }
        return first(of: entry, in: try known(beside: input, ids)) != nil
    }

    /// The most rows of an item: far more than pictures and variants of a product.
    private static let rowLimit = 4096

    /// The place of a picture.
    struct Location: Sendable {
        /// Nil for a file that is not at hand, and for one that a catalog may not name.
        var file: Path?
        /// The places that were looked at, likeliest first.
        var places: [Path] = []
        /// A file that is there, outside the folders from which a cell may name its file.
        var outside: Path?
    }

    /// The file of a picture: an image of the run, or another file below the folders of the catalog, of `--root` and of the inputs,
    /// or below that of the first picture of the item. A catalog may come from somebody else: a cell with `..` or an absolute
    /// path must not put any picture of this machine into a shop.
    ///
    /// - Parameter folder: That of the first picture.
    func location(of picture: CatalogEntry.Picture, besideFirstIn folder: Path) -> Location {
        let named = named(picture.cell)
        let folder = folder.absolute(from: .current)
        let beside = named.spellings.filter { $0.components.count == 1 }.map { folder / $0 }
        var location = Location(places: named.places(in: folders) + named.ends(in: folders) + beside)
        if let images {
            if let image = image(of: picture, in: images) {
                location.file = images.inputs.path(image)
                return location
            }
            // A name that tells no image from another does not tell one of these places either.
            var isUnclear = false
            let found = images.inputs.image(of: named, in: folders) { _, _ in isUnclear = true }
            if found != nil || isUnclear { return location }
        }
        for place in location.places where (try? FileStatus.of(place).kind) == .file {
            if (folders + [folder]).contains(where: { place.relative(to: $0) != nil }) {
                location.file = place
                return location
            }
            location.outside = location.outside ?? place
        }
        return location
    }

    // MARK: the first picture

    private struct First: Equatable {
        /// Nil for a file that is no image of the run, as far as those are known.
        var image: Int?
        /// Nil for the image with the id of the item.
        var picture: Int?
    }

    /// The picture that an item begins with: the first one that is there. Nil for an item without any.
    private func first(of entry: CatalogEntry, in images: Images) -> First? {
        let withID = entry.id.flatMap { images.inputs.image(withID: $0) }.map { First(image: $0) }
        if !entry.namesFile, let withID { return withID }
        for (place, picture) in entry.pictures.enumerated() {
            if let image = image(of: picture, in: images) { return First(image: image, picture: place) }
            if self.images == nil, location(of: picture, besideFirstIn: folders[0]).file != nil {
                return First(picture: place)
            }
        }
        return withID
    }

    private func image(of picture: CatalogEntry.Picture, in images: Images) -> Int? {
        let found = images.inputs.image(of: named(picture.cell), in: folders)
        guard let found, images.links.joins(row: picture.row, image: found.index) else { return nil }
        return found.index
    }

    /// The images of the run; of a list that is not known before the image alone: of the others only their files can be looked
    /// for.
    private func known(beside input: Input, _ ids: [String]) throws(SearchError) -> Images {
        if let images { return images }
        var images = Images(inputs: InputTable([input]) { _ in ids })
        for number in names.rows(Path(bytes: input.path.name).composed) {
            let row = try row(number)
            for cell in row.pictures.all {
                let file = named(cell)
                guard let found = images.inputs.image(of: file, in: folders) else { continue }
                images.links.add(
                    row: number, id: row.id, image: found.index, shared: found.shared, address: file.address)
            }
        }
        images.links.sort()
        return images
    }
}
