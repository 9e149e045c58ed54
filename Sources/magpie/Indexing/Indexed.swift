import Imaging
import SearchAPI
import VisualSearch
import WireFormat

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
    /// The item that the same file made under another name, which leaves once this one is in.
    var formerID: String?
    /// The row of the catalog that the image belongs to.
    var row: Int?
    /// Why no further image can be indexed, such as a describer that does not answer.
    var stop: SearchError?
    /// A folder or link that could not be followed: what is missing below it is not known to be gone.
    let isBlindSpot: Bool

    init(_ outcome: Outcome) {
        self.outcome = outcome
        // Images begin with a success; what begins with a failure was met on the way to them.
        if case .failure = outcome.result { isBlindSpot = true } else { isBlindSpot = false }
    }

    /// Whether the store has to learn something.
    var changesStore: Bool { item != nil && action != .removed && (action != .unchanged || fingerprint != nil) }

    mutating func fail(_ error: ImageError) {
        outcome.result = .failure(error)
        item = nil
        // The file still has its item under the old name: a fault must not cost it that one.
        formerID = nil
    }

    /// The line that says what was done and is on disk, or in a dry run what would be.
    func line(shard: Shard, isDryRun: Bool = false) -> String {
        JSONWriter.line { json in
            json.member("path", outcome.path)
            switch outcome.result {
            case .success:
                json.member("id", item?.id ?? "")
                json.member("ok", true)
                json.member("action", action.rawValue)
                if isDryRun { json.member("dryRun", true) }
                json.member("ms", outcome.seconds * 1000, places: 1)
            case .failure(let error):
                json.member("ok", false)
                json.member("error", error)
            }
            json.add(shard)
        }
    }
}
