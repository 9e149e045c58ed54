internal import SearchAPI
internal import VisualSearch
internal import WireFormat

// The learned state is larger than one row. Its parts are written first, under keys of their own, then the row that
// names them: who reads that row finds them all, until the next one is written.
extension MilvusHome {
    /// Keeps the parts; returns the row that names them.
    func keepParts(of learned: SharedLearning, revision: Int) throws(SearchError) -> MetaRow {
        let (parts, last) = MetaRow.rows(of: learned, revision: revision)
        for part in parts { try client.upsert([part.encoded], into: address.metaCollection) }
        return last
    }

    /// Removes the parts that the row does not name.
    func dropFormerParts(except row: MetaRow) throws(SearchError) {
        let kept = Set(row.learnedParts?.keys ?? [])
        let end = MetaRow.learnedPart + "~"
        var former: [String] = []
        try client.eachPage(
            of: address.metaCollection, after: MetaRow.learnedPart, passing: "id < \(FilterText.quoted(end))", ["id"]
        ) { rows in
            former += rows.compactMap { $0["id"]?.text }.filter { !kept.contains($0) }
        }
        if !former.isEmpty { try client.delete(former, from: address.metaCollection) }
    }

    /// Reads what was learned. Nil where parts are missing: they come a moment later, or a newer row names others.
    func learning(named row: MetaRow) throws(SearchError) -> SharedLearning? {
        guard let keys = row.learnedParts?.keys else { return nil }
        var records: [String: String] = [:]
        // One at a time: a reply with all of them may be larger than a call takes.
        for key in keys {
            let found = try client.query(
                address.metaCollection, FilterText.oneOf([key]), ["id", "rev", "record"], limit: 1)
            if let record = try found.first.map(MetaRow.init)?.record { records[key] = record }
        }
        guard records.count == keys.count else { return nil }
        return MetaRow.learning(from: keys.compactMap { records[$0] })
    }
}
