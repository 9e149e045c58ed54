/// An operation on a catalog whose items are the keys 0, 1, 2 …, each with a number as its value.
package enum Action: Hashable, Sendable, Codable {
    /// Adds or replaces an item, with its picture.
    case insert(key: Int, value: Int)
    /// Replaces the attributes of an item that is there.
    case update(key: Int, value: Int)
    case remove(key: Int)
    /// Reads an item by its id.
    case get(key: Int)
    /// Reads an item by a word and a filter.
    case find(key: Int)
    /// Reads an item by the picture that it alone has.
    case show(key: Int)
    case count

    /// The item that it concerns; nil for all of them.
    package var key: Int? {
        switch self {
        case .insert(let key, _), .update(let key, _), .remove(let key), .get(let key), .find(let key), .show(let key):
            key
        case .count: nil
        }
    }
}

/// The answer to an ``Action``.
package enum Outcome: Hashable, Sendable, Codable {
    /// An item was written or removed.
    case done
    /// There was no such item.
    case missing
    /// The value of the item that was read.
    case value(Int)
    case number(Int)
    /// An error, or an answer that no state of the catalog explains.
    case failed(String)
}

/// An action of one thread with its answer and the moments of both.
package struct RecordedCall: Hashable, Sendable, Codable {
    package var thread: Int
    package var action: Action
    package var outcome: Outcome
    /// Moments of one clock, which never goes back. Of two operations at one moment either may be the first.
    package var begin: UInt64
    package var end: UInt64

    package init(_ thread: Int, _ action: Action, _ outcome: Outcome, begin: UInt64, end: UInt64) {
        self.thread = thread
        self.action = action
        self.outcome = outcome
        self.begin = begin
        self.end = end
    }
}

extension RecordedCall: CustomStringConvertible {
    package var description: String { "[\(begin)…\(end)] thread \(thread): \(action) → \(outcome)" }
}
