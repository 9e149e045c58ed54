internal import Imaging

/// An item whose picture belongs to a picture that was searched with, proven by pixels.
///
/// It is shown as related and never a reason to remove anything: parts of the two agree, and not every place was looked at.
public struct PictureCopy: Hashable, Sendable {
    /// The item.
    public let id: String
    /// The origin of its picture, as the store has it.
    public let source: String?
    /// The relation of the picture that was searched with to that of the item.
    public let relation: CopyRelation
    /// Brings the picture that was searched with to that of the item; nil where both stand alike.
    public let turn: PictureTurn?
    /// The place of the part in the picture that shows it: in that of the search for `contains`, in that of the item for
    /// `part`. Nil for `whole`.
    public let box: Box?
    /// The sides of the picture that `box` lies in, in pixels: the upright original of the search, or the picture of the
    /// item as it was looked at, which may be a thumbnail.
    public let size: Size
    /// The share of the part that agrees, tile by tile, 0…1.
    public let agreement: Double
}

/// The answer to a search for copies.
public struct CopyAnswer: Hashable, Sendable {
    /// The proven copies, the surest first.
    public let copies: [PictureCopy]
    /// The number of items whose descriptors are near and whose pictures are not at hand: nothing is known of them.
    public let unseen: Int
}

extension SearchEngine {
    /// A small picture with a shorter longest side is looked at only where the picture of the item is not at hand.
    private static let leastSmallSide = 160

    /// The vector of pixels, by the describer of the store.
    package func vector(of pixels: PixelBuffer) throws(SearchError) -> [Int8] { try descriptor(of: pixels).vector }

    /// The stored value of 1 in vectors of this store.
    package var vectorScale: Float { Float(describer.scale) }

    /// Finds items whose picture lies in a picture, holds it, or is a turned copy of it. Blocks.
    ///
    /// Each region is described and searched, and up to 48 items are compared by pixels: about half a second of a core with
    /// all regions. Only what the pixels prove is an answer, whatever the similarity of the descriptors. The picture is
    /// looked for in items where the whole of both is near; a small detail of an item is not found from the item's side.
    ///
    /// - Parameters:
    ///   - input: The picture to search with.
    ///   - regions: What is described beside the whole. Default: parts and turns. Parts are looked for upright.
    ///   - filter: A condition on the items. Default: all.
    ///   - limits: What each picture may cost.
    ///   - cancellation: Ends the call at its next step with `cancelled`. Default: never.
    ///   - picture: The picture of an item of which the store keeps no small one of 160 pixels or more; nil where it is not at hand. Default: nil
    ///     for all.
    /// - Throws: ``/SearchAPI/SearchError/image(_:)`` for the picture of the search, and what a search throws.
    public func copiesBlocking(
        of input: ImageInput, regions: CopyRegions = [.parts, .turned], filter: Filter = .all,
        limits: Limits = Limits(), cancellation: Cancellation = Cancellation(),
        picture: @escaping (Item) -> ImageInput? = { _ in nil }
    ) throws(SearchError) -> CopyAnswer {
        let options = try CallOptions(limits, workers: 1, cancellation)
        let prepared = try options.prepare(input, as: Recipe(.pixels(fitting: CopySearch.side)))
        var items: [Int: Item] = [:]
        let builtIn = try builtInRows()
        var search = CopySearch(regions) { pixels throws(SearchError) in
            try options.checkCancellation()
            if let builtIn { return try builtIn.describer.descriptor(of: pixels).vector }
            return try self.vector(of: pixels)
        } near: { vector, count throws(SearchError) in
            try self.catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                let slots = try snapshot.matching(filter)
                // Each picture of an item may be the copy.
                let all = self.catalog.pictures?.widened(slots) ?? slots
                if let builtIn {
                    let rows = try builtIn.index.rows(in: snapshot)
                    return try rows?.nearest(vector, count: count, among: all).map { ($0.slot, $0.dot) } ?? []
                }
                return try self.catalog.nearestPictures(
                    vector, count: count, among: all, passing: filter, mode: .default, in: snapshot
                ).map { ($0.slot, $0.dot) }
            }
        } look: { slot throws(SearchError) in
            try options.checkCancellation()
            let (item, thumbnail) = try self.store.read { snapshot throws(SearchError) in
                (try snapshot.headOfPicture(at: slot), try snapshot.thumbnail(at: slot))
            }
            guard let item else { return nil }
            items[slot] = item
            let recipe = Recipe(.pixels(fitting: CopySearch.otherSide), allowsTruncated: true)
            func pixels(_ input: ImageInput) -> PixelBuffer? {
                try? prepare(input, as: recipe, limits: limits).pixels()
            }
            let small = thumbnail.flatMap { pixels(.bytes($0)) }
            if let small, small.size.longestSide >= Self.leastSmallSide { return small }
            return picture(item).flatMap(pixels) ?? small
        }
        let found = try search.run(prepared.pixels())
        // The strongest comes first: an item is named once, by its best picture.
        var named: Set<String> = []
        let copies = found.filter(\.isProven).compactMap { found -> PictureCopy? in
            guard let item = items[found.picture], named.insert(item.id).inserted else { return nil }
            let size = found.relation == .part ? found.size : prepared.uprightSize
            return PictureCopy(
                id: item.id, source: item.source, relation: found.relation,
                turn: found.turn == .upright ? nil : found.turn,
                box: found.relation == .whole
                    ? nil : found.area.scaled(from: found.size, to: size).box(in: size), size: size,
                agreement: found.agreement)
        }
        return CopyAnswer(copies: copies, unseen: search.unseen)
    }

    /// The built-in describer whose vectors all items have beside those of a model, and these vectors: they recognize
    /// copies better, and a model would take seconds for all regions. Nil in any other store.
    private func builtInRows() throws(SearchError) -> (describer: BuiltInDescriber, index: CopyIndex)? {
        let catalog = catalog
        return try catalog.read(withPalettes: false) { snapshot throws(SearchError) in
            guard let rows = try catalog.copies.rows(in: snapshot), let describer = rows.describer,
                try snapshot.live().subtracting(rows.described).isEmpty
            else { return nil }
            return (describer, catalog.copies)
        }
    }
}
