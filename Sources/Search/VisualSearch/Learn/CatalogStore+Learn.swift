extension CatalogStore {
    /// The share of items, one in so many, that must have changed before learning again is worth it.
    private static let dueShare = 10

    /// Learns from the types and the words of the items, and keeps the outcome.
    ///
    /// - Parameters:
    ///   - fields: The fields that may hold the types, the likeliest first.
    ///   - cancellation: Ends the call; the store keeps what it had learned before.
    ///   - progress: Called now and then with the share of the work that is done, 0…1.
    /// - Returns: the figures, also where nothing was adopted.
    package func learn(
        fromTypesIn fields: [String] = CatalogStore.typeFields, cancellation: Cancellation = Cancellation(),
        progress: (Double) -> Void = { _ in }
    ) throws(SearchError) -> LearningReport {
        var (space, types, exemplars) = try read {
            snapshot throws(SearchError) -> (LearnedSpace, TypeTable?, VectorsBySlot) in
            guard let types = try TypeTable(fields, in: snapshot) else {
                var report = LearningReport(adoption: .nothing, items: 0, types: 0, revision: snapshot.revision + 1)
                report.reason = "no item has a type in \(fields.joined(separator: ", "))"
                return (LearnedSpace(field: "", types: [], map: nil, report: report), nil, VectorsBySlot())
            }
            return try withoutActuallyEscaping(progress) { progress throws(SearchError) in
                let learning = CatalogLearning(
                    types: types, dimensions: describer.dimensions, cancellation: cancellation, progress: progress)
                let space = try learning.learn(in: snapshot)
                return (space, types, try TypeExemplars.vectors(of: types, in: space, snapshot))
            }
        }
        let words = try read { snapshot throws(SearchError) in
            try WordLearning.learn(dimensions: describer.dimensions, cancellation: cancellation, in: snapshot)
        }
        if let words {
            space.words = words.words.words.isEmpty ? nil : words.words
            space.report.words = words.report
        }
        if cancellation.isCancelled { throw .cancelled }
        try save(space, types: types, exemplars: exemplars)
        return space.report
    }

    /// Returns true where the store never learned, or where more than a tenth of the items changed since.
    package func isLearningDue() throws(SearchError) -> Bool {
        try read { snapshot throws(SearchError) in
            let limit = snapshot.count / CatalogStore.dueShare + 1
            let changes = try snapshot.changesSinceLearning(upTo: limit)
            return snapshot.count > 0 && changes >= limit
        }
    }

    /// The usual fields of types.
    package static var typeFields: [String] { TypeTable.fieldNames }
}
