/// The items that a query leaves out by their words or colors, whatever else it asks for.
extension PreparedQuery {
    /// The slots of items that contain a word with a minus, that lack words in quotation marks, or that show a color to be
    /// avoided; nil where none of it is asked for.
    ///
    /// An item shows a color from the nearness on that makes it a hit for that color. Of 168 drawn items with 14 colors, all of
    /// the color leave, and 95.3 % of the others stay; with 0.25 in place of 0.2 these are 95.2 and 97.3 %
    /// (`Benchmarks/EndToEnd/Examples/colors.py`).
    static func excluded(
        by query: SearchRequest.Query, in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Bitmap? {
        var excluded = try snapshot.slots(with: query.minusWords)
        if let saying = try snapshot.slots(saying: query.quotedPhrases) {
            let lacking = Bitmap(size: snapshot.slots, filled: true).subtracting(saying)
            excluded = excluded?.union(lacking) ?? lacking
        }
        guard !query.avoidedColors.isEmpty else { return excluded }
        let slots = try snapshot.live().slots
        var shown = excluded ?? Bitmap(size: snapshot.slots)
        for color in query.avoidedColors {
            for (slot, nearness) in zip(slots, catalog.nearness(to: ColorTarget([(color, 1)]), at: slots))
            where Double(nearness) >= ColorCalibration.cut { shown[slot] = true }
        }
        excluded = shown
        return excluded
    }
}
