package import Essentials

/// The state of the store and the time that an answer was made from: while both hold, an equal request has an equal answer.
package struct Validity: Hashable, Sendable {
    /// The state of the store, all of which the answer was made from.
    package let revision: Int
    /// From the making of the answer to the moment at which a rule of the store begins or ends.
    package let time: Range<Date>

    /// True at a moment of the time. False before the making as well: the clock may be set back beyond the beginning of a
    /// rule.
    package func holds(at moment: Date = .now) -> Bool { time.contains(moment) }
}

extension SearchEngine {
    /// The validity of an answer that is made from now on; nil while a part of the store is still to be loaded.
    ///
    /// - Parameter moment: The time of the search. Default now.
    package func validity(at moment: Date = .now) throws(SearchError) -> Validity? {
        try steadily { () throws(SearchError) in
            guard let revision = try catalog.completeRevision() else { return nil }
            let book = try store.read { snapshot throws(SearchError) in try storedRules.book(in: snapshot).book }
            return Validity(revision: revision, time: moment..<(book.nextChange(after: moment) ?? .distantFuture))
        }
    }
}
