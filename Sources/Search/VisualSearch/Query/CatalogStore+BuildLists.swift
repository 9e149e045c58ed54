extension CatalogStore {
    /// Builds the lists by which searches of a large store find the nearest vectors, and keeps them in the store; without
    /// them a process reads every vector at its first search. It reads them all once, which takes as much memory. The types
    /// that are kept beside what was learned are kept anew, too, where many items have changed, and the densities.
    ///
    /// - Parameter cancellation: Ends the building between two of its steps.
    /// - Returns: False where nothing was built: in a small store, where the lists that are kept are nearly as new as the
    ///   vectors, and where another home searches them.
    /// - Throws: `cancelled`, or the reason why they cannot be built or kept. The items stay as they are.
    package func buildLists(cancellation: Cancellation = Cancellation()) throws(SearchError) -> Bool {
        try buildLists(Tuning(), cancellation: cancellation)
    }

    func buildLists(_ tuning: Tuning, cancellation: Cancellation = Cancellation()) throws(SearchError) -> Bool {
        let areBuilt = try buildOnlyLists(tuning, cancellation: cancellation)
        try keepDensities(tuning, cancellation: cancellation)
        return areBuilt
    }

    private func buildOnlyLists(_ tuning: Tuning, cancellation: Cancellation) throws(SearchError) -> Bool {
        guard home == nil, mode != .readOnly else { return false }
        try renewTypes()
        let isDue = try read { snapshot throws(SearchError) in
            guard snapshot.count > tuning.plainRows else { return false }
            guard let kept = try snapshot.database.listsHeading(), kept.form == KeptListsHeading.form else {
                return true
            }
            return try snapshot.database.hasChangedMuch(since: kept)
        }
        guard isDue else { return false }
        let catalog = InMemoryCatalog(self, tuning: tuning, cancellation: cancellation)
        let kept = Locked<Result<Void, SearchError>?>(nil)
        // In place of the receiver of a search, which goes on where they cannot be kept.
        catalog.vectors.whenBuilt { lists, revision in
            let result = Result { () throws(SearchError) in try self.keep(lists, of: revision) }
            kept.withLock { $0 = result }
        }
        if cancellation.isCancelled { throw .cancelled }
        try catalog.read(withPalettes: false) { _ in }
        catalog.vectors.finishBuilding()
        guard let result = kept.withLock({ $0 }) else {
            if cancellation.isCancelled { throw .cancelled }
            // Another process has kept some meanwhile.
            return false
        }
        try result.get()
        return true
    }
}
