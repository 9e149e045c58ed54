internal import SQLite

extension SearchEngine {
    /// Describes the pictures of the store anew while it answers, and answers with the new vectors from then on. Searches
    /// that run when both change places are made once more. Blocks; see ``DescriberChange``.
    ///
    /// - Parameters:
    ///   - describer: The describer that the store gets.
    ///   - workers: Pictures that are described at the same time. Default 1, so that searches keep the other cores.
    ///   - willBegin: Called with what the change takes, unless the store has the describer already; false begins nothing.
    ///   - source: Reads the file of an item that has this fingerprint.
    /// - Returns: nil where nothing was begun.
    package func describeAnew(
        with describer: any Describer, limits: Limits = Limits(), workers: Int = 1,
        cancellation: Cancellation = Cancellation(), willBegin: (DescriberChange.Need) -> Bool = { _ in true },
        source: @escaping @Sendable (String, Fingerprint) -> DescriberChange.Source
    ) throws(SearchError) -> DescriberChange.Report? {
        let core = cores.present
        guard core.store.home == nil else {
            throw .invalidArgument("the pictures of a catalog in Milvus are described anew in a copy")
        }
        let change = try DescriberChange(
            core.store, to: describer, limits: limits, workers: workers, cancellation: cancellation, source: source)
        guard change.isNeeded, willBegin(try change.need()) else { return nil }
        guard change.changesDescriber else { return try change.run() }
        let hasLearned = try core.store.learningReport() != nil
        cores.expect(describer)
        let report = try change.run()
        guard report.isFinished else { return report }
        try cores.renew(after: core)
        try warmUpBlocking()
        if hasLearned { _ = try learnBlocking(cancellation: cancellation) }
        return report
    }

    /// The pictures that are still to be described anew, where the store is not of the present built-in describer nor of
    /// one that was named; 0 in any other.
    package func picturesToDescribe() -> Int {
        guard isOfFormerDescriber || isOfAbsentDescriber else { return 0 }
        let left = try? steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                let all = try snapshot.database.integer("SELECT count(*) FROM \(snapshot.store.vectors)")
                let hasNew = try PendingVectors(snapshot.database).isThere
                return hasNew ? all - (try snapshot.database.integer("SELECT count(*) FROM new_vectors")) : all
            }
        }
        return max(left ?? 0, 0)
    }
}
