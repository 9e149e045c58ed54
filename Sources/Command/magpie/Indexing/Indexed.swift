import Imaging
import SearchAPI
import VisualSearch
import WireFormat

/// The result of indexing one input.
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
    /// The number of inputs of all shards before it.
    var place = 0
    /// The row of the catalog that the image belongs to.
    var row: Int?
    /// The error that ends the run, such as a describer that does not answer.
    var stop: SearchError?
    /// True for a folder or link that could not be followed: files missing below it are not known to be gone.
    let isBlindSpot: Bool

    init(_ outcome: Outcome) {
        self.outcome = outcome
        // Images begin with a success; a result that begins with a failure is from the walk to them.
        if case .failure = outcome.result { isBlindSpot = true } else { isBlindSpot = false }
    }

    /// True if the store has to be changed.
    var changesStore: Bool { item != nil && action != .removed && (action != .unchanged || fingerprint != nil) }

    mutating func fail(_ error: ImageError) {
        outcome.result = .failure(error)
        item = nil
        // The file still has its item under the old name: a fault must not cost it that one.
        formerID = nil
    }

    /// Returns the line that reports the change on disk, or in a dry run the change that would be made.
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
