internal import SearchAPI
internal import VisualSearch

// The pictures of an item beside its first one are in its record, from which they are read back. A third collection has
// their vectors, a row for each, so that Milvus finds the nearest of them: it is made with the first item that has several.
extension MilvusHome {
    /// The collection with the vectors of the pictures of one kind.
    func collection(of kind: SharedPicture.Kind) throws(SearchError) -> String {
        if kind == .first { return address.collection }
        try openPictures(creates: false)
        return address.pictureCollection
    }

    private func openPictures(creates: Bool) throws(SearchError) {
        if state.withLock({ $0.hasPictures }) { return }
        try client.openPictures(of: identity, creates: creates)
        state.withLock { $0.hasPictures = true }
    }

    /// Writes the rows of the further pictures of all items that change.
    func keepPictures(of changes: SharedChanges, revision: Int) throws(SearchError) {
        let rows = changes.items.flatMap { MilvusRow.pictures(of: $0, revision: revision) }
        if rows.isEmpty { return }
        try openPictures(creates: true)
        try upsert(rows, into: address.pictureCollection)
    }

    /// Removes the rows of further pictures that items do not have any more. What is left of them after a failure finds
    /// nothing: the store has no such pictures.
    func dropPictures(without changes: SharedChanges) throws(SearchError) {
        if changes.furtherBefore.isEmpty { return }
        let now = Dictionary(changes.items.map { ($0.item.id, $0.pictures?.count ?? 0) }) { $1 }
        let gone = changes.furtherBefore.sorted { $0.key < $1.key }.flatMap { id, before in
            (min(now[id] ?? 0, before)..<before).map { SharedPicture(id: id, number: $0 + 2).key }
        }
        if gone.isEmpty { return }
        try openPictures(creates: true)
        try delete(gone, from: address.pictureCollection)
    }
}

extension SharedPicture {
    /// The key of a further picture: its number in two digits, and the id of the item.
    var key: String { (number < 10 ? "0" : "") + "\(number)" + id }

    /// - Parameter key: That of a row in the collection of the kind. Nil for one that this engine has not made.
    init?(key: String, _ kind: Kind) {
        guard kind == .further else {
            self.init(id: key, number: 1)
            return
        }
        let digits = key.utf8.prefix(2)
        guard digits.count == 2, let number = Int(String(decoding: digits, as: UTF8.self)), number > 1 else {
            return nil
        }
        self.init(id: String(decoding: key.utf8.dropFirst(2), as: UTF8.self), number: number)
    }
}
