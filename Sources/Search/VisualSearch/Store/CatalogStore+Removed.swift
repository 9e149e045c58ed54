public import Essentials
internal import SQLite

/// An item that was removed from a store and can be restored.
public struct RemovedItem: Hashable, Sendable {
    /// The id that the item had.
    public var id: String
    /// The path or URL of its picture; nil where there was none.
    public var source: String?
    /// The time of the removal.
    public var time: Date
}

/// The result of ``CatalogStore/restore(_:)``, by id.
public struct RestoreReport: Hashable, Sendable {
    /// In the store again.
    public var restored: [String] = []
    /// Not restored, because the store holds an item with this id.
    public var present: [String] = []
    /// No removed item has this id.
    public var unknown: [String] = []
    /// Not restored, because the copy is damaged or does not fit the fields any more.
    public var refused: [String: SearchError] = [:]

    enum Outcome {
        case restored, present, unknown
        case refused(SearchError)
    }
}

extension CatalogStore {
    /// Goes over the removed items that can be restored, the last removed first.
    public func eachRemoved(_ body: (RemovedItem) throws(SearchError) -> Void) throws(SearchError) {
        try read { snapshot throws(SearchError) in
            guard try RemovedReading(database: snapshot.database).hasTable() else { return }
            try snapshot.database.each(
                "SELECT id, source, time FROM removed ORDER BY number DESC"
            ) { row throws(SearchError) in
                try body(
                    RemovedItem(
                        id: row.text(0), source: row.optionalText(1), time: Date(milliseconds: row.integer(2))))
            }
        }
    }

    /// The number of removed items that can be restored.
    package func removedCount() throws(SearchError) -> Int {
        try read { snapshot throws(SearchError) in try RemovedReading(database: snapshot.database).count() }
    }

    /// Puts removed items back as they were: attributes, picture, vector and thumbnail. Works until ``compact()`` drops
    /// them for good, and for as many of the last removals as the store has held items at a time (at least 1,000).
    ///
    /// - Parameter ids: The items, in one transaction. Nil restores all.
    /// - Throws: when the file cannot be read or written; then nothing was restored.
    @discardableResult
    public func restore(_ ids: [String]?) throws(SearchError) -> RestoreReport {
        var all: [String] = []
        if ids == nil { try eachRemoved { all.append($0.id) } }
        return try edit { edit throws(SearchError) in
            var report = RestoreReport()
            for id in ids ?? all {
                switch try edit.restore(id) {
                case .restored: report.restored.append(id)
                case .present: report.present.append(id)
                case .unknown: report.unknown.append(id)
                case .refused(let error): report.refused[id] = error
                }
            }
            return report
        }
    }
}
