internal import CatalogFile
internal import VisualSearch

/// The next rows of an import, ready to be stored.
struct ContentPortion: Sendable {
    /// The rows of the file up to the end of the portion.
    var rows = 0
    /// The rows that are instances, with the items that they become or the reasons why they stay out.
    private(set) var instances: [(line: Int, instance: ContentInstance, item: Result<StoredItem, SearchError>)] = []
    /// The faults of rows that are no instances.
    var faults = ContentFaults()
    private var bytes = 0

    /// The rows that come in at once.
    private static let mostInstances = 2000
    /// The text that comes in at once, but for the last row of it.
    private static let mostBytes = 8 << 20

    private var isFull: Bool { instances.count >= Self.mostInstances || bytes >= Self.mostBytes }

    private mutating func add(_ instance: ContentInstance, at line: Int, in schema: ContentSchema) {
        let item = schema.item(of: instance)
        if case .success(let item) = item, let content = item.content {
            bytes += content.head.utf8.count + content.values.utf8.count
        }
        instances.append((line, instance, item))
    }

    /// Prepares a file in portions. The last one may be without instances.
    ///
    /// - Parameters:
    ///   - done: The rows at the beginning that are left out.
    ///   - pass: Gets each portion; returns false to end.
    static func each(
        of path: String, _ form: TableFile.Form, by reading: RowReading, after done: Int,
        _ pass: (ContentPortion) -> Bool
    ) throws(SearchError) {
        var portion = ContentPortion()
        var isWanted = true
        try reading.each(of: path, form) { line, result throws(SearchError) in
            portion.rows += 1
            if portion.rows <= done { return true }
            switch result {
            case .success(let instance): portion.add(instance, at: line, in: reading.schema)
            case .failure(let error): portion.faults.add(line, error.description)
            }
            guard portion.isFull else { return true }
            isWanted = pass(portion)
            portion = ContentPortion(rows: portion.rows)
            return isWanted
        }
        if isWanted { _ = pass(portion) }
    }
}

/// The rows of an import that stayed out: their number, and the first of them.
struct ContentFaults: Sendable {
    /// The most faults that are named.
    private static let most = 100

    private(set) var count = 0
    private(set) var first: [ContentImport.Fault] = []

    mutating func add(_ line: Int, _ reason: String) {
        count += 1
        if first.count < Self.most { first.append(ContentImport.Fault(line: line, reason: reason)) }
    }

    mutating func add(_ others: ContentFaults) {
        count += others.count
        first += others.first.prefix(Self.most - first.count)
    }
}

extension ContentSchema {
    /// An instance as the store keeps it, or the reason why it cannot.
    func item(of instance: ContentInstance) -> Result<StoredItem, SearchError> {
        Result { () throws(SearchError) -> StoredItem in try stored(instance) }
    }
}
