internal import Dispatch

extension CatalogStore {
    /// Reads parts of one state on as many connections at once; nil where one of them sees another state of the file.
    ///
    /// - Parameter body: Gets the number of its part.
    func readParts<Part>(
        _ count: Int, at revision: Int, _ body: @Sendable (Int, borrowing Snapshot) throws(SearchError) -> sending Part
    ) throws(SearchError) -> [Part]? {
        let read = Locked([Result<Part?, SearchError>](repeating: .success(nil), count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let part = Result { () throws(SearchError) in
                try readCopy { snapshot throws(SearchError) in
                    snapshot.revision == revision ? try body(index, snapshot) : Part?.none
                }
            }
            read.withLock { $0[index] = part }
        }
        var parts: [Part] = []
        for part in read.withLock({ $0 }) {
            guard let part = try part.get() else { return nil }
            parts.append(part)
        }
        return parts
    }
}
