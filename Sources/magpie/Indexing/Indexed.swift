import Imaging
import SearchAPI
import VisualSearch

/// What indexing found in one input.
struct Indexed: RunResult {
    enum Action: String, Sendable {
        case added, updated, unchanged, removed
    }

    var outcome: Outcome
    var action = Action.unchanged
    /// Nil for an input that could not be used.
    var item: Item?
    /// Nil where the picture in the store is the right one.
    var picture: DescribedImage?
    /// Nil where the one in the store is the right one.
    var fingerprint: Fingerprint?
    /// The item that the same file made under another name, which leaves.
    var formerID: String?
    /// A folder that could not be read: what is missing below it is not known to be gone.
    let isBlindSpot: Bool

    init(_ outcome: Outcome) {
        self.outcome = outcome
        if case .failure(.unreadable) = outcome.result { isBlindSpot = true } else { isBlindSpot = false }
    }

    /// Whether the store has to learn something.
    var changesStore: Bool { item != nil && (action != .unchanged || fingerprint != nil) }

    mutating func fail(_ error: ImageError) {
        outcome.result = .failure(error)
        item = nil
    }

    /// The line that says what was done and is on disk.
    func json(shard: Shard) -> JSON {
        var members: [JSON.Member] = [.init(key: "path", value: .string(outcome.path.text))]
        switch outcome.result {
        case .success:
            members.append(.init(key: "id", value: .string(item?.id ?? "")))
            members.append(.init(key: "ok", value: true))
            members.append(.init(key: "action", value: .string(action.rawValue)))
            members.append(.init(key: "ms", value: .decimal(outcome.seconds * 1000, places: 1)))
        case .failure(let error):
            members.append(.init(key: "ok", value: false))
            members.append(.init(key: "error", value: error.json))
        }
        return .object(members + shard.members)
    }
}
