import VisualSearch
import WireFormat

/// The result of indexing one input.
struct Indexed: RunResult {
    enum Action: String, Sendable {
        case added, updated, unchanged, removed
        /// The image is a further picture of an item, whose line tells about it.
        case picture
        /// The image is of products that the shop does not show.
        case unpublished
        /// No row of the catalog is of the image, and only rows make items.
        case noRow
    }

    /// The item of a further picture.
    struct Owner: Hashable, Sendable {
        /// Nil where it is the one of an image without a row.
        var id: String?
        /// The first row of the item in the catalog.
        var row: Int?
    }

    var outcome: Outcome
    var action = Action.unchanged
    /// Nil for an input that could not be used.
    var item: Item?
    /// Nil where the picture in the store is the right one.
    var picture: DescribedImage?
    /// Nil where the one in the store is the right one.
    var fingerprint: Fingerprint?
    /// The items that the same file made under other names, which leave once this one is in.
    var formerIDs: [String] = []
    /// The other items that begin with the same image.
    var others: [Indexed] = []
    /// A row of the catalog names the picture of the item: it counts more than an image that made the item earlier.
    var isNamed = false
    /// The number of inputs of all shards before it.
    var place = 0
    /// The rows of the catalog that the image belongs to, with those of its further pictures.
    var rows: [Int] = []
    /// The rows of items that have no picture, because this image cannot be used.
    var lostRows: [Int] = []
    /// The pictures of the item beside this one.
    var further = FurtherPictures()
    /// The item of an image that is a further picture; nil for any other.
    var owner: Owner?
    /// The ids of products with this image that the shop does not show, and of items that have no row where only rows make items.
    var unpublished: [String] = []
    /// Values that differ between the rows of the item.
    var conflicts: [CatalogEntry.Conflict] = []
    /// The RAW files of the same shot, which the item names.
    var raws: [Path] = []
    /// The reason why the text in the picture could not be read.
    var textFault: String?
    /// The role that the catalog names for the first picture, which counts as the front.
    var otherFirstRole: PictureRole?
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
    var changesStore: Bool {
        item != nil && action != .removed
            && (action != .unchanged || fingerprint != nil || further.pictures != nil)
    }

    /// As the engine writes it; nil for an input that makes no item.
    var entry: DescribedEntry? {
        item.map { DescribedEntry($0, image: picture, fingerprint: fingerprint, pictures: further.pictures) }
    }

    var furtherFailures: [Outcome] {
        further.failures.map(\.outcome)
            + others.flatMap { other -> [Outcome] in
                if case .failure = other.outcome.result { return [other.outcome] }
                return other.furtherFailures
            }
    }

    mutating func fail(_ error: ImageError) {
        outcome.result = .failure(error)
        (item, further) = (nil, FurtherPictures())
        lostRows += rows
        rows = []
        // The file still has its item under the old name: a fault must not cost it that one.
        formerIDs = []
    }

    /// Returns the line that reports the change on disk, or in a dry run the change that would be made.
    func line(shard: Shard, isDryRun: Bool = false) -> String {
        JSONWriter.line { json in
            json.member("path", outcome.path)
            switch outcome.result {
            case .success:
                if let id = item?.id ?? owner?.id ?? unpublished.first { json.member("id", id) }
                json.member("ok", true)
                json.member("action", action.rawValue)
                if !raws.isEmpty { json.member("raw", array: raws) { $0.value($1.text) } }
                if further.count > 0 { json.member("pictures", further.count + 1) }
                if isDryRun { json.member("dryRun", true) }
                json.member("ms", outcome.seconds * 1000, places: 1)
            case .failure(let error):
                json.member("ok", false)
                json.member("error", error)
            }
            json.add(shard)
        }
    }

    /// A line for each further picture that could not be used.
    func furtherLines(shard: Shard) -> [String] {
        further.failures.map { failure in
            JSONWriter.line { json in
                json.member("path", failure.outcome.path)
                if let item { json.member("id", item.id) }
                json.member("picture", failure.number)
                json.member("ok", false)
                if case .failure(let error) = failure.outcome.result { json.member("error", error) }
                json.add(shard)
            }
        }
    }
}
