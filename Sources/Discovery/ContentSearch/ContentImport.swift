internal import CatalogFile
internal import Essentials
internal import ImageTypes
public import Imaging
internal import VisualSearch

/// The import of files into content: CSV or JSON lines of any size, in portions of which each is on disk when it is
/// acknowledged. An import that was interrupted goes on where it ended.
public struct ContentImport {
    /// A row that stayed out, and the reason.
    public struct Fault: Hashable, Sendable {
        /// The line of the file, from 1.
        public var line: Int
        /// The value that does not fit, its field, and what would.
        public var reason: String
    }

    /// The outcome for one file.
    public struct Report: Hashable, Sendable {
        /// The rows that came in.
        public var stored = 0
        /// The rows that had come in before the import was interrupted.
        public var skipped = 0
        /// The number of rows that stayed out.
        public var refused = 0
        /// The first hundred rows that stayed out.
        public var faults: [Fault] = []
        /// The modules whose fields were inferred from this file.
        public var inferred: [ContentModule] = []
    }

    private let store: ContentStore
    private let module: String?
    private let idColumn: String?
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - store: The content that the rows come into.
    ///   - module: The module of rows that name none. Nil, the default, is the name of the file without its extension.
    ///   - idColumn: The column of the ids. Nil, the default, is `id`.
    ///   - cancellation: Ends the import between two portions, with `cancelled`. Default never.
    public init(
        into store: ContentStore, module: String? = nil, idColumn: String? = nil,
        cancellation: Cancellation = Cancellation()
    ) {
        self.cancellation = cancellation
        self.store = store
        self.module = module
        self.idColumn = idColumn
    }

    /// Imports a file. A module that is not there yet is defined first, with the fields that the whole file suggests.
    ///
    /// - Parameters:
    ///   - path: The file: CSV, or JSON lines that are instances with `values` or plain objects.
    ///   - progress: Called with the number of rows so far.
    /// - Throws: for a file that cannot be read or is no table, and when the store cannot be written. What came in
    ///   before stays.
    public func run(_ path: String, progress: (Int) -> Void = { _ in }) throws(SearchError) -> Report {
        guard let form = try TableFile.form(path: path) else { throw .invalidArgument("\(path): the file is empty") }
        let name = module ?? URL(filePath: path).deletingPathExtension().lastPathComponent
        var report = Report()
        report.inferred = try define(path, form, name)
        let schema = ContentSchema(try store.modules())
        let reading = RowReading(module: name, idColumn: idColumn, schema: schema)
        let mark = try fileMark(of: path) + " \(idColumn ?? "")"
        let key = "\(URL(filePath: path).standardizedFileURL.path(percentEncoded: false)) \(name)"
        let before = try store.engine.store.read { snapshot throws(SearchError) in
            try snapshot.importProgress(of: key)
        }
        let done = before?.mark == mark ? before?.rows ?? 0 : 0
        report.skipped = done
        var faults = ContentFaults()
        // The next portion is prepared while the last one is written.
        try Handoff<ContentPortion, SearchError>.run { pass throws(SearchError) in
            try ContentPortion.each(of: path, form, by: reading, after: done, pass)
        } use: { portion throws(SearchError) in
            faults.add(portion.faults)
            let state = ImportProgress(file: key, mark: mark, rows: portion.rows)
            let results = try store.insert(portion, preparedBy: schema) { items throws(SearchError) in
                try store.engine.store.upsert(items, from: state)
            }
            for ((line, _, _), result) in zip(portion.instances, results) {
                if case .failure(let error) = result { faults.add(line, "\(error)") } else { report.stored += 1 }
            }
            progress(portion.rows)
            if cancellation.isCancelled { throw .cancelled }
        }
        (report.refused, report.faults) = (faults.count, faults.first)
        try store.engine.store.forgetImport(of: key)
        return report
    }

    /// Defines the modules of the file that are not there; returns them.
    private func define(
        _ path: String, _ form: TableFile.Form, _ name: String
    ) throws(SearchError) -> [ContentModule] {
        let known = ContentSchema(try store.modules())
        // Each row of a table is of this module.
        if form == .csv, known.module(name) != nil { return [] }
        var inferences: [String: ContentInference] = [:]
        var declared: [String: ContentModule] = [:]
        let reading = RowReading(module: name, idColumn: idColumn, schema: known)
        try reading.eachShape(of: path, form) { shape in
            switch shape {
            case .schema(let module): declared[module.name] = module
            case .values(let module, let values, let isText):
                guard known.module(module) == nil, declared[module] == nil else { return }
                inferences[module, default: ContentInference()].add(values, isText: isText)
            }
        }
        let new = declared.values.filter { known.module($0.name) == nil }.sorted { $0.name < $1.name }
        let names = Set(new.map(\.name))
        let inferred = inferences.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
            .map { ContentModule($0.key, fields: $0.value.fields) }
        if !new.isEmpty || !inferred.isEmpty { try store.define(new + inferred) }
        return inferred
    }
}

/// The size and the time of a file, by which a change is noticed.
private func fileMark(of path: String) throws(SearchError) -> String {
    let attributes: [FileAttributeKey: Any]
    do { attributes = try FileManager.default.attributesOfItem(atPath: path) } catch {
        throw .invalidArgument("\(path): cannot be read: \(error.systemReason)")
    }
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    return "\(attributes[.size] ?? 0) \(time)"
}
