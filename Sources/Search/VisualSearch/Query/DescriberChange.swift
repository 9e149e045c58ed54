internal import SQLite

/// Describes the pictures of a store anew with another describer, while the store answers with the old vectors.
///
/// The new vectors are gathered beside the old ones, some dozen in a transaction, and change places with them in one
/// transaction at the end. It may end at any moment: the next run goes on where it was. What is inserted meanwhile is
/// described at the end.
package struct DescriberChange: Sendable {
    /// The material that a source gives for an item.
    package enum Source: Sendable {
        /// The bytes of the file, the same as were described.
        case bytes([UInt8])
        /// The reason why they are not to be had.
        case none(String)
    }

    /// A picture that could not be described, and why.
    package struct Missing: Hashable, Sendable {
        package var id: String
        package var reason: String
    }

    /// The counts of a finished change.
    package struct Report: Hashable, Sendable {
        /// Pictures that an earlier run had described.
        package var before = 0
        /// Pictures that were described from their files, and from the small pictures in the store.
        package var fromFiles = 0
        package var fromThumbnails = 0
        /// Pictures that already had a built-in vector beside that of a model.
        package var fromStore = 0
        /// Pictures, also of removed items, that got the vector of the built-in describer beside that of a model, and those
        /// that did not: neither their file nor a small picture is at hand.
        package var builtIn = 0
        package var missingBuiltIn = 0
        /// Items whose picture could not be described.
        package var missing: [Missing] = []
        /// Removed items whose picture could not be described; they can be restored all the same.
        package var missingRemoved = 0
        /// True where the store has changed its describer.
        package var isFinished = false

        package init() {}
    }

    /// The bytes on disk that a change takes beside the store.
    package struct Need: Hashable, Sendable {
        package var pictures: Int
        package var bytes: Int
    }

    let store: CatalogStore
    let describer: any Describer
    let identity: DescriberIdentity
    let options: CallOptions
    private let work: SoleWork
    /// Reads the file of a source that has this fingerprint.
    private let source: @Sendable (String, Fingerprint) -> Source

    /// The items of a transaction.
    static let portion = 32

    /// Prepares a change. Only one process at a time changes a store.
    ///
    /// - Parameters:
    ///   - store: A file that is open for writing.
    ///   - limits: What a picture may cost.
    ///   - workers: Pictures that are described at the same time.
    ///   - source: Reads the file of an item that has this fingerprint. Called from several threads.
    /// - Throws: `store` where another process is at it.
    package init(
        _ store: CatalogStore, to describer: any Describer, limits: Limits = Limits(),
        workers: Int = Batch.usableCores, cancellation: Cancellation = Cancellation(),
        source: @escaping @Sendable (String, Fingerprint) -> Source
    ) throws(SearchError) {
        self.store = store
        self.describer = describer
        self.source = source
        options = try CallOptions(limits, workers: workers, cancellation)
        identity = DescriberIdentity(
            name: describer.identity, dimensions: describer.dimensions, colors: store.describer.colors)
        guard let work = try SoleWork("describing", on: store.path) else {
            throw .store(path: store.path, reason: "another process is describing its pictures anew")
        }
        self.work = work
        lacksBuiltIn = describer.keepsBuiltInVectors ? try store.lacksBuiltInVectors() : false
    }

    /// False where the store has this describer already, and all that belongs beside it.
    package var isNeeded: Bool { changesDescriber || lacksBuiltIn }
    /// True if the describer changes; false if only missing built-in vectors are added.
    package var changesDescriber: Bool { identity != store.describer }
    /// True where pictures get the vector of the built-in describer beside that of a model.
    private let lacksBuiltIn: Bool

    /// The disk space of the change: the new vectors, and the log of the transaction at the end.
    package func need() throws(SearchError) -> Need {
        let (pictures, removed, done) = try store.read { snapshot throws(SearchError) in
            let database = snapshot.database
            let new = try PendingVectors(database)
            let isSame = try new.describer() == identity
            return (
                try database.integer("SELECT count(*) FROM \(store.vectors)"),
                try database.integer("SELECT count(*) FROM removed")
                    + database.integer("SELECT count(*) FROM removed_pictures"),
                isSame ? try database.integer("SELECT count(*) FROM new_vectors") : 0
            )
        }
        // The log grows to a thousand pages before it is taken in.
        let log = 12 << 20
        let builtIn = lacksBuiltIn ? (BuiltInDescriber.shared.dimensions + 72) * 9 / 8 : 0
        guard changesDescriber else { return Need(pictures: pictures, bytes: (pictures + removed) * builtIn + log) }
        let row = (identity.dimensions + 48) * 9 / 8 + builtIn
        return Need(pictures: pictures, bytes: (pictures - done + 2 * removed) * row + pictures * 400 + log)
    }

    /// Describes, once, all that is left and, where nothing is missing, changes the describer of the store. The store that was
    /// given has to be opened again then.
    ///
    /// - Parameters:
    ///   - acceptsMissing: Changes it also where pictures are missing: their items stay, but no picture finds them.
    ///   - progress: Called with the pictures that are described, and with all.
    /// - Throws: `cancelled`, `service` where an outside describer fails, or what the file says. What was described stays.
    package func run(
        acceptingMissing acceptsMissing: Bool = false, progress: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws(SearchError) -> Report {
        // A thread that has described a picture may keep this value for a moment longer.
        defer { work.end() }
        var report = Report()
        guard changesDescriber else {
            try describeBuiltIn(&report, progress)
            report.isFinished = true
            return report
        }
        let (before, pictures) = try store.beginChange(to: identity)
        report.before = before
        try takeBuiltIn(&report)
        let described = before + report.fromStore
        progress(described, pictures)
        var missing: [Int: (revision: Int, missing: Missing)] = [:]
        while true {
            try describeItems(&report, &missing) { progress(min(described + $0, pictures), pictures) }
            try describeRemoved(&report)
            report.missing = missing.sorted { $0.key < $1.key }.map(\.value.missing)
            if !missing.isEmpty, !acceptsMissing { return report }
            if lacksBuiltIn { try describeBuiltIn(&report) { _, _ in } }
            let isDone = try store.finishChange(
                to: identity, missing: missing.mapValues(\.revision), keepsBuiltIn: describer.keepsBuiltInVectors)
            if isDone {
                report.isFinished = true
                return report
            }
        }
    }

    private func describeItems(
        _ report: inout Report, _ missing: inout [Int: (revision: Int, missing: Missing)], _ progress: (Int) -> Void
    ) throws(SearchError) {
        var next = 0
        while true {
            try options.checkCancellation()
            let (pictures, thumbnails) = try store.readCopy { snapshot throws(SearchError) in
                let pictures = try PendingVectors(snapshot.database).pending(from: next, limit: Self.portion)
                var thumbnails: [[UInt8]?] = []
                for picture in pictures { thumbnails.append(try snapshot.thumbnail(at: picture.number)) }
                return (pictures, thumbnails)
            }
            guard let last = pictures.last else { return }
            next = last.number + 1
            let results = try options.map(Array(zip(pictures, thumbnails))) { picture, thumbnail throws(SearchError) in
                try describe(picture, thumbnail, by: vector(of:))
            }
            var counts = (files: 0, thumbnails: 0)
            var vectors: [(PictureToDescribe, [Int8])] = []
            for (picture, result) in zip(pictures, results) {
                missing[picture.number] = nil
                switch result {
                case .fromFile(let vector):
                    vectors.append((picture, vector))
                    counts.files += 1
                case .fromThumbnail(let vector):
                    vectors.append((picture, vector))
                    counts.thumbnails += 1
                case .missing(let reason):
                    missing[picture.number] = (picture.revision, Missing(id: picture.id, reason: reason))
                }
            }
            try store.write { database throws(SearchError) in
                try database.demand(store.describer)
                let new = try PendingVectors(database)
                for (picture, vector) in vectors { _ = try new.keep(vector, of: picture) }
            }
            report.fromFiles += counts.files
            report.fromThumbnails += counts.thumbnails
            progress(report.fromFiles + report.fromThumbnails)
        }
    }

    private func describeRemoved(_ report: inout Report) throws(SearchError) {
        var next = Int.min
        report.missingRemoved = 0
        while true {
            try options.checkCancellation()
            let (pictures, thumbnails) = try store.readCopy { snapshot throws(SearchError) in
                let new = try PendingVectors(snapshot.database)
                let pictures = try new.pendingRemoved(from: next, limit: Self.portion)
                var thumbnails: [[UInt8]?] = []
                for picture in pictures { thumbnails.append(try new.removedPicture(picture.number)?.thumbnail) }
                return (pictures, thumbnails)
            }
            guard let last = pictures.last else { return }
            next = last.number + 1
            let vectors = try options.map(Array(zip(pictures, thumbnails))) { picture, thumbnail throws(SearchError) in
                try describe(picture, thumbnail, by: vector(of:)).vector
            }
            report.missingRemoved += vectors.count { $0 == nil }
            try store.write { database throws(SearchError) in
                try database.demand(store.describer)
                let new = try PendingVectors(database)
                for (picture, vector) in zip(pictures, vectors) {
                    if let vector { try new.keepRemoved(vector, of: picture) }
                }
            }
        }
    }

    enum Described {
        case fromFile([Int8])
        case fromThumbnail([Int8])
        case missing(String)

        var vector: [Int8]? {
            switch self {
            case .fromFile(let vector), .fromThumbnail(let vector): vector
            case .missing: nil
            }
        }
    }

    /// Describes a picture from its file or, where that is gone or changed, from the small picture in the store.
    ///
    /// - Parameter vector: Describes the bytes of a picture.
    func describe(
        _ picture: PictureToDescribe, _ thumbnail: [UInt8]?, by vector: ([UInt8]) throws(SearchError) -> [Int8]
    ) throws(SearchError) -> Described {
        var reason = "it has no file and no small picture in the store"
        if let source = picture.source {
            switch picture.fingerprint.map({ self.source(source, $0) }) {
            case .bytes(let bytes)?:
                do throws(SearchError) { return .fromFile(try vector(bytes)) } catch {
                    reason = try Self.reason(error)
                }
            case .none(let words)?: reason = words
            case nil: reason = "its picture did not come from a file"
            }
        }
        guard let thumbnail else { return .missing(reason) }
        do throws(SearchError) { return .fromThumbnail(try vector(thumbnail)) } catch {
            return .missing("\(reason); its small picture: \(try Self.reason(error))")
        }
    }

    /// Throws what would befall the next picture, too.
    private static func reason(_ error: SearchError) throws(SearchError) -> String {
        switch error {
        case .image, .invalidArgument: error.description
        default: throw error
        }
    }

    @Sendable
    private func vector(of bytes: [UInt8]) throws(SearchError) -> [Int8] {
        let prepared = try options.prepare(.bytes(bytes), as: Recipe(describer.input))
        return try describer.descriptor(of: prepared.pixels(), decodedFrom: prepared.uprightSize).vector
    }
}
