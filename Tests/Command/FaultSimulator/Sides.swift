import Essentials
import Recommendations
import SQLite
import SearchAPI
import StepwiseSearch
import ViSearchRoutes
import VisualSearch

/// The contents that the files beside the catalog must have: events with consents, content, a hierarchy.
struct Sides: Hashable {
    /// The number of batches of events, which are kept in their order.
    var events = 0
    var hasCategory = false
    /// The answers of customers, the first one first.
    var consents: [String: [Bool]] = [:]
    var content: [String: StoredContent] = [:]
    var modules: [String: String] = [:]
    /// The rows of a file that have come in.
    var imported: Int?
    /// The places of the hierarchy.
    var places: Int?
    /// The items of a copy of a home by the number of pieces, and how far the copy has followed.
    var copied: [String: Int] = [:]
    var followed: Int?
    /// The insertions that a server has accepted, in their order.
    var jobs = AcceptedJobs()

    /// The parts that differ from those of another state, in words.
    func difference(from other: Sides) -> String {
        let parts: [(String, Any, Any, Bool)] = [
            ("events", events, other.events, events == other.events),
            ("consents", consents, other.consents, consents == other.consents),
            ("category", hasCategory, other.hasCategory, hasCategory == other.hasCategory),
            ("content", content.keys.sorted(), other.content.keys.sorted(), content == other.content),
            ("modules", modules, other.modules, modules == other.modules),
            ("imported", imported ?? 0, other.imported ?? 0, imported == other.imported),
            ("copied", copied, other.copied, copied == other.copied),
            ("followed", followed ?? 0, other.followed ?? 0, followed == other.followed),
            ("jobs", jobs, other.jobs, jobs == other.jobs),
            ("places", places ?? 0, other.places ?? 0, places == other.places),
        ]
        return parts.filter { !$0.3 }.map { "\($0.0) are \($0.1), not \($0.2)" }.joined(separator: "; ")
    }

    static let batchSize = 4
    static let customers = ["c1", "c2", "c3"]

    /// Batch `number`, from 1. Its number is the search of its events.
    static func batch(_ number: Int) -> [TrackedEvent] {
        (0..<batchSize).map { index in
            TrackedEvent(
                action: ["product_view", "product_click", "add_to_cart", "transaction"][(number + index) % 4],
                user: "u\(number / 3 % 9)", session: number.isMultiple(of: 2) ? "s\(number / 4)" : nil,
                query: "\(number)", item: "item \((number * 5 + index * 3) % 14)")
        }
    }
}

/// The connections of the process to the files beside the catalog, opened when they are needed.
final class SideFiles {
    let pictures: SentPictures
    private let folder: Folder
    private var opened: (events: EventStore?, content: CatalogStore?, copy: CatalogStore?, jobs: JobStore?)

    init(_ folder: Folder) { (self.folder, pictures) = (folder, SentPictures(folder)) }

    /// Beside the store as a server has them.
    static let (events, content, jobs) = (Folder.store + ".events", Folder.store + ".content", Folder.store + ".jobs")
    /// The next server takes it over from one that was cut off.
    static let lock = jobs + ".serving"
    static let names = [events, content, "places", "follower", jobs]

    func close() { opened = (nil, nil, nil, nil) }

    func events() throws(SearchError) -> EventStore {
        if let events = opened.events { return events }
        let events = try EventStore(path: folder.path(SideFiles.events))
        opened.events = events
        return events
    }

    func consents() -> ConsentStore { ConsentStore(path: folder.path(SideFiles.events)) }

    func copy() throws(SearchError) -> CatalogStore {
        if let copy = opened.copy { return copy }
        let copy = try CatalogStore(path: folder.path("follower"), describer: Shop().describer, mode: .create)
        opened.copy = copy
        return copy
    }

    /// Nobody else can read it until it is closed.
    func jobs() throws(SearchError) -> JobStore {
        if let jobs = opened.jobs { return jobs }
        let jobs = try JobStore(path: folder.path(SideFiles.jobs))
        opened.jobs = jobs
        return jobs
    }

    func closeJobs() { opened.jobs = nil }

    func content() throws(SearchError) -> CatalogStore {
        if let content = opened.content { return content }
        let content = try CatalogStore(
            path: folder.path(SideFiles.content), describer: Shop().describer, mode: .create, kind: .content)
        opened.content = content
        return content
    }
}

extension Sides {
    /// All that the files hold.
    init(in folder: Folder, _ files: SideFiles) throws(SearchError) {
        self.init()
        let names = folder.names()
        if names.contains(SideFiles.events) { try readEvents(folder, files) }
        if names.contains(SideFiles.content) { try readContent(try files.content(), folder) }
        if names.contains("follower") { try readCopy(try files.copy()) }
        if names.contains(SideFiles.jobs) {
            _ = try files.jobs()
            files.closeJobs()
            let database = try Database(path: folder.path(SideFiles.jobs), access: .read)
            try Sides.checkStructure(of: database)
            jobs = try AcceptedJobs(in: database)
        }
        if names.contains("places") {
            let database = try Database(path: folder.path("places"), access: .read)
            try Sides.checkStructure(of: database)
            places = try database.integer("SELECT count(*) FROM node WHERE n > 0")
        }
    }

    private mutating func readEvents(_ folder: Folder, _ files: SideFiles) throws(SearchError) {
        let counts = try files.events().counts(by: .search, limit: .max)
        events = counts.count
        for count in counts {
            guard count.events == Sides.batchSize, let number = Int(count.name), (1...events).contains(number) else {
                throw .damaged(
                    path: "events", detail: "\(count.events) events of batch \(count.name), of \(events) batches")
            }
        }
        let database = try Database(path: folder.path(SideFiles.events), access: .read)
        try Sides.checkStructure(of: database)
        let last = try database.integer("SELECT max(id) FROM events")
        let counted = try database.integer("SELECT event FROM counting")
        guard last == counted else { throw .damaged(path: "events", detail: "\(last) came, \(counted) were counted") }
        hasCategory = try !files.consents().categories().isEmpty
        for customer in Sides.customers {
            let answers = try files.consents().history(of: [customer])
            if !answers.isEmpty { consents[customer] = answers.reversed().map(\.isGiven) }
        }
    }

    private mutating func readContent(_ store: CatalogStore, _ folder: Folder) throws(SearchError) {
        if let first = try store.check().first { throw .damaged(path: "content", detail: "check: \(first)") }
        try store.read { snapshot throws(SearchError) in
            for slot in 0..<snapshot.slots {
                guard let id = try snapshot.id(at: slot) else { continue }
                content[id] = try snapshot.content(at: slot)
            }
            modules = try snapshot.modules().mapValues { $0 ?? "damaged" }
            imported = try snapshot.importProgress(of: "file")?.rows
            guard content.count == snapshot.count else { throw .damaged(path: "content", detail: "its count is wrong") }
        }
    }

    private mutating func readCopy(_ store: CatalogStore) throws(SearchError) {
        if let first = try store.check().first { throw .damaged(path: "follower", detail: "check: \(first)") }
        try store.read { snapshot throws(SearchError) in
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                if case .int(let stock) = item.attributes["stock"] { copied[item.id] = stock }
            }
            followed = try snapshot.importProgress(of: "home")?.rows
        }
    }

    private static func checkStructure(of database: Database) throws(SearchError) {
        let finding = try database.first("PRAGMA integrity_check(1)") { $0.text(0) } ?? ""
        if finding != "ok" { throw .damaged(path: database.path, detail: finding) }
    }
}
