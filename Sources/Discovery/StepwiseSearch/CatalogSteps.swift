internal import Essentials
internal import ImageTypes
internal import SQLite
public import SearchAPI
public import StepwiseAPI

/// The categories of a catalog as a hierarchy: `Bags > Totes` is two steps, and the items of a category are its
/// destinations.
///
/// The id of a category is `category:` and its path, that of an item `item:` and its id. An item with several
/// categories lies in each of them. An item without a category lies below "No category", as one does whose category is
/// too deep or too long for a path. Control characters in names are shown as spaces. The hierarchy is made anew when the catalog has changed, at the next call; calls that
/// come meanwhile are answered from the former one.
public final class CatalogSteps: RenewedSteps {
    private let catalog: any ItemSource
    private let field: String?
    private let made = Locked<Hierarchy?>(nil)
    /// Held by the one thread that makes a hierarchy; and those that do, or wait for it.
    private let making = Lock()
    private let makers = Locked(0)

    /// Creates the hierarchy of a catalog.
    ///
    /// - Parameters:
    ///   - catalog: The catalog, a `SearchEngine` for example.
    ///   - field: The field with the category. Nil, the default, uses the first of `product_type`, `category` and `type`
    ///     that the items have.
    public init(_ catalog: any ItemSource, field: String? = nil) {
        self.catalog = catalog
        self.field = field
    }

    /// Answers one call, on the calling thread.
    public func stepBlocking(_ call: StepCall) throws(StepError) -> StepAnswer {
        let hierarchy: Hierarchy
        do throws(SearchError) { hierarchy = try current() } catch { throw .unavailable(error.description) }
        return try hierarchy.answer(call)
    }

    /// False where the next call makes the hierarchy anew, or fails because the catalog cannot be read.
    package var isCurrent: Bool {
        guard let revision = try? catalog.revision() else { return false }
        return made.withLock { $0?.revision } == revision
    }

    private func current() throws(SearchError) -> Hierarchy {
        let revision = try catalog.revision()
        if let known = made.withLock({ $0 }), known.revision >= revision { return known }
        let isMaking = makers.withLock { count in
            count += 1
            return count > 1
        }
        defer { makers.withLock { $0 -= 1 } }
        if isMaking, let former = made.withLock({ $0 }) { return former }
        return try making.withLock { () throws(SearchError) in
            if let known = made.withLock({ $0 }), known.revision >= revision { return known }
            let fresh = try hierarchy()
            made.withLock { $0 = fresh }
            return fresh
        }
    }

    private func hierarchy() throws(SearchError) -> Hierarchy {
        let database = try Database(path: ":memory:", access: .create)
        let writer = try StepWriter(database, isCatalog: true)
        var categories: Set<String> = []
        let revision = try catalog.eachItem { item, typeField throws(SearchError) in
            for category in CatalogSteps.categories((field ?? typeField).flatMap { item.attributes[$0] }) {
                try add(item, to: category, &categories, writer)
            }
        }
        try writer.finish()
        return Hierarchy(database, revision: revision)
    }

    /// The paths of an item's categories; one that is empty for an item without any.
    private static func categories(_ value: AttributeValue?) -> Set<[String]> {
        let texts: [String]
        switch value {
        case .string(let text), .text(let text): texts = [text]
        case .list(let list): texts = list
        default: texts = []
        }
        let paths = texts.map { text in
            text.split(separator: ">").map { $0.shownAsName }.filter { !$0.isEmpty }
        }
        let named = Set(
            paths.filter {
                !$0.isEmpty && $0.count < StepCall.Limits.depth && id(of: $0[...]).utf8.count <= StepCall.Limits.idBytes
            })
        return named.isEmpty ? [[]] : named
    }

    private static func id(of category: ArraySlice<String>) -> String {
        category.isEmpty ? "category" : "category:" + category.joined(separator: " > ")
    }

    private func add(
        _ item: Item, to category: [String], _ known: inout Set<String>, _ writer: StepWriter
    ) throws(SearchError) {
        var parent: String?
        for depth in 1..<max(category.count + 1, 2) {
            let name = category.isEmpty ? "No category" : category[depth - 1]
            let id = CatalogSteps.id(of: category.prefix(depth))
            if known.insert(id).inserted {
                var row = StepRow(id: id, parent: parent, level: .category, label: name)
                row.order = (category.isEmpty ? "1" : "0") + name.naturalOrder
                row.isPassage = category.isEmpty
                try writer.add(row)
            }
            parent = id
        }
        let title = item.attributes.title.map(\.shownAsName).flatMap { $0.isEmpty ? nil : $0 }
        let name = item.id.shownAsName
        let label = title ?? (name.isEmpty ? "?" : name)
        var row = StepRow(id: "item:" + item.id, parent: parent, level: .item, label: label)
        row.names = title == nil || name.isEmpty ? [] : [name]
        row.order = "2" + row.label.naturalOrder
        try writer.add(row)
    }
}

extension StringProtocol {
    /// The text in one line: control characters and spaces around and between words become one space.
    fileprivate var shownAsName: String {
        split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
            .joined(separator: " ")
    }
}

/// The hierarchy of one state of the catalog.
private final class Hierarchy: Sendable {
    let revision: Int
    /// One thread at a time reads it.
    private let database: Locked<Database>

    init(_ database: Database, revision: Int) {
        self.database = Locked(database)
        self.revision = revision
    }

    func answer(_ call: StepCall) throws(StepError) -> StepAnswer {
        try database.withLock { database throws(StepError) in try StepTree.answer(call, from: database) }
    }
}
