internal import SQLite
package import SearchAPI

/// The behavior of visitors as it is counted in the file of an ``EventStore``, read beside whoever writes it. Empty
/// while there is no such file.
///
/// Nothing but the visits themselves is stored of pairs: companions are found in the latest visits of an item, as
/// session-based nearest neighbors are (Jannach and Ludewig, "When recurrent neural networks meet the neighborhood for
/// session-based recommendation", 2017). A visit that is forgotten is thereby in no count.
package final class EventCounts: Behavior {
    let reader: EventReader
    let rankings = Locked<[Ranking]>([])

    /// - Parameter path: The file of the events.
    package init(path: String) { reader = EventReader(path: path) }

    /// The size of what is counted.
    package struct Report: Hashable, Sendable {
        /// Events that are kept but not counted yet.
        package var waiting: Int
        package var visits: Int
        package var items: Int
        package var people: Int
        /// Actions on further items of visits that had ``CountRules/touchLimit`` of them.
        package var cut: Int
        /// Bytes of the file that are in use.
        package var bytes: Int
    }

    package func report() throws(SearchError) -> Report {
        let report = try reader.read { database throws(SearchError) in
            Report(
                waiting: try database.integer(
                    "SELECT max(coalesce((SELECT max(id) FROM events), 0) - event, 0) FROM counting"),
                visits: try database.integer("SELECT count(*) FROM visits"),
                items: try database.integer("SELECT count(*) FROM items"),
                people: try database.integer("SELECT count(*) FROM people"),
                cut: try database.integer("SELECT cut FROM counting"), bytes: try EventFile.bytes(database))
        }
        return report ?? Report(waiting: 0, visits: 0, items: 0, people: 0, cut: 0, bytes: 0)
    }
}
