import SearchAPI

/// The fate of the further pictures of items in a run, and of the images that turned out to be one.
struct FurtherUse {
    private static let nameLimit = 5

    private(set) var counts: [FurtherPictures.Action: Int] = [:]
    /// The first two rows that differ in a column, and the number of such pairs.
    private var conflicts: [String: (first: CatalogEntry.Conflict, count: Int)] = [:]
    /// The first item whose first picture has another role in the catalog than that of the front, and their number.
    private var otherFirst: (id: String, role: PictureRole, count: Int)?
    /// The rows of the items that were made, and their ids.
    private var rows: Set<Int> = []
    private var ids: Set<String> = []
    /// Images whose item was not met yet.
    private var waiting: [Waiting] = []
    private var waitingLimit = 1024

    private struct Waiting {
        var owner: Indexed.Owner
        var path: Path
        var formerIDs: [String]
    }

    /// Adds an image that is on disk now.
    mutating func add(_ indexed: Indexed) {
        if let owner = indexed.owner {
            waiting.append(Waiting(owner: owner, path: indexed.outcome.path, formerIDs: indexed.formerIDs))
            if waiting.count > waitingLimit { dropMade() }
        }
        guard let item = indexed.item else { return }
        if indexed.further.count > 0 || !indexed.further.failures.isEmpty {
            ids.insert(item.id)
            rows.formUnion(indexed.rows)
        }
        counts.merge(indexed.further.counts) { $0 + $1 }
        for conflict in indexed.conflicts {
            conflicts[conflict.column, default: (conflict, 0)].count += 1
        }
        if let role = indexed.otherFirstRole {
            otherFirst = otherFirst.map { ($0.id, $0.role, $0.count + 1) } ?? (item.id, role, 1)
        }
    }

    private mutating func dropMade() {
        waiting = waiting.filter { !$0.formerIDs.isEmpty || !isMade($0.owner) }
        waitingLimit = max(1024, waiting.count * 2)
    }

    private func isMade(_ owner: Indexed.Owner) -> Bool {
        owner.row.map(rows.contains) ?? false || owner.id.map(ids.contains) ?? false
    }

    /// The items of images that are further pictures of other items now, with those images.
    var former: [(id: String, path: Path)] {
        waiting.filter { isMade($0.owner) }.flatMap { picture in picture.formerIDs.map { ($0, picture.path) } }
    }

    /// Images whose item does not exist, in a sentence; nil where all of them have one.
    ///
    /// - Parameter known: The ids of the items that are in the store.
    func orphans(known: (String) -> Bool) -> String? {
        let orphans = waiting.filter { !isMade($0.owner) && !($0.owner.id.map(known) ?? false) }
        if orphans.isEmpty { return nil }
        let names = orphans.prefix(Self.nameLimit).map(\.path.text.printable).joined(separator: ", ")
        let (are, items) = orphans.count == 1 ? ("is a further picture", "an item") : ("are further pictures", "items")
        return "\(Numbers.plural(orphans.count, "image")) \(are) of \(items) whose first picture was not indexed "
            + "(\(names)\(orphans.count > Self.nameLimit ? ", …" : ""))"
    }

    /// The parts of the catalog that are not kept, a sentence each: roles of first pictures, and of columns whose
    /// values differ between the rows of one item all but the first value.
    var warnings: [String] {
        (otherFirst.map { [Self.sentence($0.id, $0.role, more: $0.count - 1)] } ?? []) + conflictWarnings
    }

    private static func sentence(_ id: String, _ role: PictureRole, more: Int) -> String {
        "the first picture of \(id.printable) is its front, not of the role \(role.rawValue) that the catalog names"
            + (more > 0 ? " (\(Numbers.plural(more, "more item")) like this)" : "")
            + "; name the picture that shows the front first"
    }

    private var conflictWarnings: [String] {
        conflicts.sorted { $0.key < $1.key }.map { column, conflict in
            let (first, more) = (conflict.first, conflict.count - 1)
            return "\(column.printable) differs between lines \(first.first) and \(first.other), which both are of "
                + "\(first.id.printable); the first value counts"
                + (more > 0 ? " (\(Numbers.plural(more, "more row")) like this)" : "")
        }
    }

    /// "17 added, 1 unchanged, 1 failed"; nil where no item has further pictures.
    var summary: String? {
        let done = FurtherPictures.Action.allCases.compactMap { action in
            counts[action].map { "\(Numbers.count($0)) \(action.rawValue)" }
        }
        return done.isEmpty ? nil : done.joined(separator: ", ")
    }
}
