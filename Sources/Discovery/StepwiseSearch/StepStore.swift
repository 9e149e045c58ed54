internal import Essentials
internal import ImageTypes
internal import SQLite
internal import SearchAPI
public import StepwiseAPI

/// A hierarchy in a file that `magpie steps import` has made.
///
/// Usable from many threads. A file that is replaced is seen by the next call.
public final class StepStore: LocalStepDirectory {
    /// The form of the file that this version reads.
    package static let form = StepSchema.version

    /// The path of the file.
    public let path: String
    private let readers: ReaderPool
    /// The file that the idle connections have open.
    private let known = Locked<FileMark?>(nil)

    /// Opens a file.
    ///
    /// - Throws: `unavailable` for a file that is missing or holds no hierarchy.
    public init(path: String) throws(StepError) {
        self.path = path
        readers = ReaderPool(path: path)
        let (database, generation) = try reader()
        readers.giveBack(database, generation)
    }

    /// Ends the use of the file, after the calls that run. Every later call throws `unavailable`; to close again does
    /// nothing.
    public func close() { readers.close() }

    /// Answers one call, on the calling thread.
    public func stepBlocking(_ call: StepCall) throws(StepError) -> StepAnswer {
        let (database, generation) = try reader()
        defer { readers.giveBack(database, generation) }
        return try StepTree.answer(call, from: database)
    }

    /// A connection to the file that is there now.
    private func reader() throws(StepError) -> (Database, generation: Int) {
        let mark = FileMark(path)
        guard mark != nil else { throw .unavailable("there is no file \(path); 'magpie steps import' makes one") }
        do throws(SearchError) {
            let (waiting, generation) = try known.withLock { known throws(SearchError) in
                if known != mark {
                    known = mark
                    readers.renew()
                }
                return try readers.lend()
            }
            if let waiting { return (waiting, generation) }
            var opened: Database?
            defer { if opened == nil { readers.giveBack(nil, generation) } }
            let database = try Database(path: path, access: .read)
            _ = try FileKind.demand([.steps], in: database)
            let form = try database.form(upTo: StepSchema.version)
            guard form == StepSchema.version else {
                throw .store(
                    path: path,
                    reason: "it is of form \(form), and this version reads form \(StepSchema.version); import the data "
                        + "again, with 'magpie steps import'")
            }
            opened = database
            return (database, generation)
        } catch {
            throw .unavailable(error.description)
        }
    }
}
