internal import CatalogFile
internal import Essentials
public import ImageTypes
internal import SQLite
public import SearchAPI

/// Makes the file of a hierarchy from tables. The file appears whole or not at all, and replaces an older one.
public struct StepImport {
    /// The outcome.
    public struct Report: Hashable, Sendable {
        /// The rows that were read.
        public var rows: Int
        /// The places where a way ends.
        public var destinations: Int
    }

    private struct Source {
        var path: String
        var form: TableFile.Form
        /// Nil for the general form.
        var table: AddressRegistry.Table?
        var columns: [String]
    }

    private let paths: [String]
    private let cancellation: Cancellation
    private let progress: (Int) -> Void

    /// Creates an import, which begins with ``run(to:)``.
    ///
    /// - Parameters:
    ///   - paths: CSV files of the Address Base Registry, or CSV files or JSON lines of the general form.
    ///   - cancellation: Ends the import early.
    ///   - progress: Gets the number of rows that were read or written since the last call.
    public init(
        _ paths: [String], cancellation: Cancellation = Cancellation(), progress: @escaping (Int) -> Void = { _ in }
    ) {
        self.paths = paths
        self.cancellation = cancellation
        self.progress = progress
    }

    /// Makes the file at `target`.
    ///
    /// - Throws: `invalidArgument` with the file and the line for data that is wrong, `store` for a file that cannot be
    ///   written, `cancelled`. Then an older file stays as it was.
    public func run(to target: String) throws(SearchError) -> Report {
        let unfinished = UnfinishedFile("importing", of: target)
        defer { unfinished.end() }
        let temporary = unfinished.path
        let report: Report
        do throws(SearchError) { report = try write(to: temporary) } catch {
            switch error {
            case .store(temporary, let reason): throw .store(path: target, reason: reason)
            case .diskFull(temporary): throw .diskFull(path: target)
            default: throw error
            }
        }
        do { try DurableFile.rename(temporary, to: target) } catch {
            throw .store(path: target, reason: error.systemReason)
        }
        return report
    }

    private func write(to path: String) throws(SearchError) -> Report {
        var sources = try paths.enumerated().map { index, path throws(SearchError) in (index, try source(path)) }
        sources.sort { ($0.1.table?.rawValue ?? -1, $0.0) < ($1.1.table?.rawValue ?? -1, $1.0) }
        let database = try Database(path: path, access: .create)
        // Until it has its name, nobody reads the file; it is synced at the end.
        try database.script("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        var rows = 0
        let writer = try StepWriter(database, sources: paths, cancellation: cancellation, progress: progress)
        var registry = AddressRegistry(writer)
        for (index, source) in sources {
            try each(source) { line, cells throws(SearchError) in
                rows += 1
                do throws(SearchError) {
                    if let table = source.table {
                        try registry.add(cells, of: table, at: (index, line))
                    } else {
                        try writer.add(try GenericRows.row(cells), at: (index, line))
                    }
                } catch {
                    throw placed(error, source.path, line)
                }
            }
        }
        try registry.finish()
        try writer.finish()
        do { try DurableFile.synchronize(path) } catch {
            throw .store(path: path, reason: "it cannot be written: \(error.systemReason)")
        }
        return Report(rows: rows, destinations: writer.destinations)
    }

    /// Adds the place where an error lacks it: rows that had to wait for others come with their own.
    private func placed(_ error: SearchError, _ path: String, _ line: Int) -> SearchError {
        guard case .invalidArgument(let text) = error, !paths.contains(where: { text.hasPrefix($0 + ": line") })
        else { return error }
        return .invalidArgument("\(path): line \(line): \(text)")
    }

    private func source(_ path: String) throws(SearchError) -> Source {
        guard let form = try TableFile.form(path: path) else { throw .invalidArgument("\(path): the file is empty") }
        var source = Source(path: path, form: form, table: nil, columns: [])
        if form == .jsonLines { return source }
        try TableFile.eachRow(path: path) { _, cells throws(SearchError) in
            source.columns = cells.map { $0.trimmingBlanks() }
            return false
        }
        source.table = AddressRegistry.Table(columns: Set(source.columns))
        if source.table == nil { try GenericRows.check(columns: source.columns.filter { !$0.isEmpty }, of: path) }
        return source
    }

    private func each(
        _ source: Source, _ body: (_ line: Int, _ cells: [String: String]) throws(SearchError) -> Void
    ) throws(SearchError) {
        if source.form == .jsonLines {
            try TableFile.eachLine(path: source.path) { line, bytes throws(SearchError) in
                let cells: [String: String]
                do throws(SearchError) { cells = try GenericRows.cells(json: bytes) } catch {
                    throw placed(error, source.path, line)
                }
                try body(line, cells)
                return true
            }
            return
        }
        var isHead = true
        try TableFile.eachRow(path: source.path) { line, cells throws(SearchError) in
            if isHead {
                isHead = false
                return true
            }
            guard cells.count == source.columns.count else {
                throw .invalidArgument(
                    "\(source.path): line \(line): the row has \(cells.count) cells; the head has \(source.columns.count)"
                )
            }
            var row: [String: String] = [:]
            for (column, cell) in zip(source.columns, cells) where !cell.isEmpty {
                // Programs leave a separator at the end of each line, behind which nothing stands.
                guard !column.isEmpty else {
                    throw .invalidArgument("\(source.path): line \(line): a column without a name has a value")
                }
                if source.table == nil || AddressRegistry.columns.contains(column) { row[column] = cell }
            }
            try body(line, row)
            return true
        }
    }
}
