internal import Essentials
internal import ImageTypes
internal import SQLite
internal import SearchAPI
public import StepwiseAPI

/// A hierarchy in a file that `magpie steps import` has made.
///
/// Usable from many threads. A file that is replaced is seen by the next call.
public final class StepStore: LocalStepDirectory {
    private struct Readers {
        var idle: [Database] = []
        /// The file that they have open.
        var mark: FileMark?
    }

    /// The path of the file.
    public let path: String
    private let readers = Locked(Readers())

    /// Opens a file.
    ///
    /// - Throws: `unavailable` for a file that is missing or holds no hierarchy.
    public init(path: String) throws(StepError) {
        self.path = path
        giveBack(try reader())
    }

    /// Answers one call, on the calling thread.
    public func stepBlocking(_ call: StepCall) throws(StepError) -> StepAnswer {
        let (database, mark) = try reader()
        defer { giveBack((database, mark)) }
        return try StepTree.answer(call, from: database)
    }

    private func giveBack(_ reader: (Database, mark: FileMark?)) {
        readers.withLock { readers in
            if readers.mark == reader.mark, readers.idle.count < 16 { readers.idle.append(reader.0) }
        }
    }

    /// A connection to the file that is there now.
    private func reader() throws(StepError) -> (Database, mark: FileMark?) {
        let mark = FileMark(path)
        guard mark != nil else { throw .unavailable("there is no file \(path); 'magpie steps import' makes one") }
        let waiting = readers.withLock { readers in
            if readers.mark != mark { readers = Readers(mark: mark) }
            return readers.idle.popLast()
        }
        if let waiting { return (waiting, mark) }
        do throws(SearchError) {
            let database = try Database(path: path, access: .read)
            _ = try FileKind.demand([.steps], in: database)
            let form = try database.form(upTo: StepSchema.version)
            guard form == StepSchema.version else {
                throw .store(
                    path: path,
                    reason: "it is of form \(form), and this version reads form \(StepSchema.version); import the data "
                        + "again, with 'magpie steps import'")
            }
            return (database, mark)
        } catch {
            throw .unavailable(error.description)
        }
    }
}
