import VisualSearch

/// The stores of a merge, as the parts of one run in shards.
struct PartSet {
    private let parts: [(path: String, record: PartRecord?, count: Int)]

    init(_ parts: [MergePart]) { self.parts = parts.map { ($0.path.printable, $0.record, $0.count) } }

    /// Throws `SetupError` with the name of the first part that does not belong to the others, and of parts that are
    /// missing. Stores without a record are no parts, and go together with others of their kind.
    func check(allowingMissing isPartial: Bool) throws(SetupError) {
        let recorded = parts.compactMap { part in part.record.map { (part.path, $0) } }
        guard let first = recorded.first else { return }
        if let other = parts.first(where: { $0.record == nil && $0.count > 0 }) {
            throw SetupError("\(first.0) holds part \(first.1.name), but \(other.path) is no part of a run in shards")
        }
        var seen: [Int: String] = [:]
        for (path, record) in recorded {
            if let difference = difference(of: record, from: first.1) {
                throw SetupError("\(first.0) and \(path) are not of one run: \(difference)")
            }
            if let other = seen.updateValue(path, forKey: record.index) {
                throw SetupError("\(other) and \(path) both hold part \(record.name)")
            }
        }
        if isPartial { return }
        if let empty = parts.first(where: { $0.record == nil }) {
            throw SetupError(
                "\(empty.path) is empty: its run ended before it began; run its 'magpie index' again, or accept it with "
                    + "--partial")
        }
        if let (path, record) = recorded.first(where: { $0.1.list == nil }) {
            throw SetupError(
                "part \(record.name) in \(path) is not complete: run its 'magpie index' again, or accept it with --partial"
            )
        }
        let missing = first.1.count - seen.count
        if missing > 0 {
            // Only five are searched for: the number of parts in a file is not to be trusted.
            let names = (0..<first.1.count).lazy.filter { seen[$0] == nil }.prefix(5).map { "\($0)/\(first.1.count)" }
            throw SetupError(
                "\(Numbers.plural(missing, "part")) of \(Numbers.count(first.1.count)) \(missing == 1 ? "is" : "are") "
                    + "missing: \(names.joined(separator: ", "))\(missing > 5 ? ", …" : ""); --partial merges the others"
            )
        }
    }

    /// The first fact in which two parts differ that those of one run share.
    private func difference(of record: PartRecord, from first: PartRecord) -> String? {
        if record.count != first.count { return "they are parts \(first.name) and \(record.name)" }
        for name in Set(record.options.keys).union(first.options.keys).sorted() {
            let (one, two) = (first.options[name], record.options[name])
            if one != two {
                return "\(name) is '\((one ?? "").quoted)' in one and '\((two ?? "").quoted)' in the other"
            }
        }
        // An unfinished part has seen only the beginning of the list.
        guard let one = first.list, let two = record.list, one != two else { return nil }
        return "their lists of inputs differ (\(one.quoted); \(two.quoted)); give all parts the same --list"
    }
}

extension PartRecord {
    fileprivate var name: String { "\(index)/\(count)" }
}
