import Essentials
import Imaging
import Models
import SearchAPI
import VisualSearch

extension Store {
    /// `magpie store describe`.
    enum Describe: StoreAction {
        static let name = "describe"
        static let help = """
            describes all pictures anew with the describer of this version, or with --model or --describer, from their files or, \
            where these are gone or changed, from the small pictures in the store. The store answers with the old vectors \
            until all new ones are there. It may be killed at any time: the next run goes on from there. Items without a \
            picture are listed and nothing changes, with exit code 2; --without-missing changes the store all the same: \
            these items keep their data, but no picture finds them until 'magpie index' sees their files. A server \
            of this version that has the store open goes over to the new vectors by itself; stop one of an older version \
            before. 'magpie serve --describe' does the same in the background. A store with its own model also keeps \
            built-in vectors, to recognize copies. A change of describer reuses them; describing with the same model adds \
            missing ones.
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let file = try arguments.onlyFile(in: words, of: self)
            guard !file.isMilvus else {
                throw UsageError(
                    "store describe needs a store file: copy \(file.text.quoted) to one with 'magpie store copy', describe "
                        + "that, and copy it to a new collection")
            }
            let describer = try arguments.describer.describer() ?? BuiltInDescriber.shared
            let store = try file.store(nil)
            if let model = describer as? ModelDescriber { try store.keep(model) }
            let interruption = Interruption()
            let change = try DescriberChange(
                store, to: describer, workers: arguments.jobs ?? Batch.usableCores,
                cancellation: interruption.cancellation, source: FormerFiles(StorePlace(file)).contents)
            guard change.isNeeded else {
                try StandardOutput().write(
                    "\(file.text.printable): its pictures are described by \(describer.identity.printable) already\n")
                return .done
            }
            var result = DescribedAnew(
                path: file, former: store.describer,
                describer: DescriberIdentity(
                    name: describer.identity, dimensions: describer.dimensions, colors: store.describer.colors),
                need: try change.need(), changesDescriber: change.changesDescriber, free: freeBytes(beside: file))
            if !arguments.printsJSON { note(result.announcement) }
            if let free = result.free, free < result.need.bytes {
                note(
                    "magpie: too little disk: \(Numbers.bytes(Double(free))) of the "
                        + "\(Numbers.bytes(Double(result.need.bytes))) that it takes are free; nothing was changed\n")
                return .tryAgain
            }
            return try run(change, store, &result, arguments, interruption)
        }

        private static func run(
            _ change: DescriberChange, _ store: CatalogStore, _ result: inout DescribedAnew,
            _ arguments: StoreArguments, _ interruption: Interruption
        ) throws -> ExitCode {
            let learned = try store.learningReport() != nil
            let start = ContinuousClock.now
            let progress = ShareProgress(
                result.changesDescriber
                    ? "describing \(Numbers.plural(result.need.pictures, "picture")) anew"
                    : "making built-in vectors")
            do throws(SearchError) {
                defer { progress.end() }
                result.report = try change.run(acceptingMissing: arguments.acceptsMissing) { done, all in
                    progress.show(Double(done) / Double(max(all, 1)))
                }
            } catch {
                guard case .cancelled = error, let code = interruption.exitCode else { throw error }
                note(
                    "magpie: interrupted; the store is as it was, and the next 'magpie store describe' goes on from here\n"
                )
                return code
            }
            result.seconds = start.duration(to: .now) / .seconds(1)
            var code = ExitCode.done
            if result.report.isFinished, result.changesDescriber {
                code = try complete(&result, learns: learned && !arguments.skipsLearning, arguments, interruption)
            }
            try StandardOutput().write(arguments.printsJSON ? result.line : result.summary)
            guard result.report.isFinished else {
                note(
                    "magpie: \(result.path.text.printable) was not changed: its items above have no picture to describe; "
                        + "bring their files back, or go on with --without-missing\n")
                return .setup
            }
            return code
        }

        /// Learns again, and builds the lists of a large store.
        private static func complete(
            _ result: inout DescribedAnew, learns: Bool, _ arguments: StoreArguments, _ interruption: Interruption
        ) throws -> ExitCode {
            do throws(SearchError) {
                let store = try CatalogStore(path: result.path.text, kind: nil)
                if learns {
                    let progress = ShareProgress("learning from the types")
                    defer { progress.end() }
                    let report = try store.learn(
                        fromTypesIn: arguments.typeFields, cancellation: interruption.cancellation,
                        progress: progress.show)
                    result.learned = report.items == 0 ? nil : report
                }
                return try store.endWithLists(interruption)
            } catch {
                guard case .cancelled = error, let signal = interruption.exitCode else { throw error }
                note(
                    "magpie: interrupted; all pictures are described in \(result.path), 'magpie store learn' lets it learn "
                        + "again\n")
                return signal
            }
        }
    }
}

/// The files that the items of a store were described from, as far as they are as they were.
struct FormerFiles: Sendable {
    private let place: StorePlace

    init(_ place: StorePlace) { self.place = place }

    /// The bytes of a source that has this fingerprint, or the reason why they are missing.
    @Sendable
    func contents(of source: String, _ fingerprint: Fingerprint) -> DescriberChange.Source {
        guard let path = place.file(of: source) else { return .none("its picture did not come from a file") }
        let file: FileContents
        do throws(ImageError) { file = try FileContents(path, limit: Limits().inputBytes) } catch {
            return .none("\(path.text): \(error)")
        }
        let isSame =
            file.bytes.count == fingerprint.size
            && (file.status.modified == fingerprint.modified || file.bytes.contentHash == fingerprint.hash)
        return isSame
            ? .bytes(file.bytes) : .none("\(path.text) has changed since it was indexed; 'magpie index' it first")
    }
}
