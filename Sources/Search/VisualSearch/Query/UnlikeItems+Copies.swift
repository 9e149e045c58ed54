extension UnlikeItems {
    /// As ``copies(in:among:_:)``, by the vectors of the built-in describer where both pictures have one.
    func copies(
        by rows: CopyIndex.Rows, in catalog: InMemoryCatalog, among all: Bitmap, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        let others = all.subtracting(rows.described)
        var copies: [Int] = []
        for each in self.all {
            let scale = each.likeness[0]
            var vector = each.builtIn
            if let slot = each.slot { vector = try rows.vector(at: slot) }
            guard let vector else {
                copies += try self.copies(by: scale, in: catalog, among: all, snapshot)
                continue
            }
            let builtIn = try SimilarityScale(vector, parts: [])
            copies += try rows.nearest(vector, count: UnlikeItems.reach, among: all)
                .prefix { builtIn.key(dot: $0.dot) >= UnlikeItems.copy }.map(\.slot)
            if !others.isEmpty { copies += try self.copies(by: scale, in: catalog, among: others, snapshot) }
        }
        return copies
    }

    /// The slots of items that look nearly the same by the vectors of the store.
    func copies(
        by scale: SimilarityScale, in catalog: InMemoryCatalog, among slots: Bitmap, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int] {
        try catalog.nearest(scale.query, count: UnlikeItems.reach, among: slots, mode: .default, in: snapshot)
            .prefix { scale.key(dot: $0.dot) >= UnlikeItems.copy }.map(\.slot)
    }
}
