import Essentials
import Models
import SQLite
import VisualSearch

extension Store {
    /// `magpie store describe`.
    struct Describe: Subcommand {
        static let name = "store describe"
        static let summary = "Describes all pictures anew with the describer of this version."
        static let synopsis = "magpie store describe [FILE] [--model DIR | --describer NAME] [options]"
        static let details = """
            With --model or --describer, that one describes them. Pictures come from their files or, where these are
            gone or changed, from the small pictures in the store. The store answers with the old vectors until all
            new ones are there. The command may be killed at any time: the next run goes on from there.

            Items without a picture are listed and nothing changes, with exit code 2; --without-missing changes the
            store all the same: these items keep their data, but no picture finds them until 'magpie index' sees
            their files.

            A server of this version that has the store open goes over to the new vectors by itself, and opens the model
            that the store names; where it cannot, its /readyz answers 503 and pictures are refused. Stop one of an
            older version before. 'magpie serve --describe' does the same in the background.

            A store with its own model also keeps built-in vectors, to recognize copies. A change of describer reuses
            them; describing with the same model adds missing ones.
            """
        static let examples = [
            Example(purpose: "take over the describer of a new version", line: "magpie store describe shop.magpie"),
            Example(
                purpose: "see more, at twice the CPU of each picture",
                line: "magpie store describe shop.magpie --describer fine"),
        ]

        var store = StorePlace.standardName
        var describer = DescriberOptions()
        var acceptsMissing = false
        var jobs: Int?
        var typeField: String?
        var skipsLearning = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .storeFile(sets: \.store),
                .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named),
                .flag(
                    "--without-missing",
                    help: "Change the describer although some items have no picture to describe.",
                    sets: \.acceptsMissing),
                .value(
                    "-j", "--jobs", kind: .integer(in: 1...1024),
                    help: "Pictures described in parallel.", default: .clause("the cores available to this process"),
                    sets: \.jobs),
                .typeField(sets: \.typeField), .noLearning(sets: \.skipsLearning),
                .flag("--json", help: "Print the result as one line of JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            guard !store.isMilvus else {
                throw UsageError(
                    "store describe needs a store file: copy \(store.text.quoted) to one with 'magpie store copy', describe "
                        + "that, and copy it to a new collection")
            }
            let describer = try self.describer.describer() ?? BuiltInDescriber.shared
            let isOpenElsewhere = Database.isOpenElsewhere(store.text)
            let opened = try store.store(nil)
            if let model = describer as? ModelDescriber { try opened.keep(model) }
            let interruption = Interruption()
            let change = try DescriberChange(
                opened, to: describer, workers: jobs ?? Batch.usableCores,
                cancellation: interruption.cancellation, source: FormerFiles(StorePlace(store)).contents)
            guard change.isNeeded else {
                try StandardOutput().write(
                    "\(store.text.printable): its pictures are described by \(describer.identity.printable) already\n")
                return .done
            }
            var result = DescribedAnew(
                path: store, former: opened.describer,
                describer: DescriberIdentity(
                    name: describer.identity, dimensions: describer.dimensions, colors: opened.describer.colors),
                need: try change.need(), changesDescriber: change.changesDescriber, free: freeBytes(beside: store))
            if !printsJSON { note(result.announcement) }
            if isOpenElsewhere, change.changesDescriber {
                note(
                    "magpie: another process has \(store.text.printable) open: a server goes over to the new describer by "
                        + "itself, if it can open it as well; its /readyz says where it cannot\n")
            }
            if let free = result.free, free < result.need.bytes {
                note(
                    "magpie: too little disk: \(Numbers.bytes(Double(free))) of the "
                        + "\(Numbers.bytes(Double(result.need.bytes))) that it takes are free; nothing was changed\n")
                return .tryAgain
            }
            return try run(change, opened, &result, interruption)
        }

        private func run(
            _ change: DescriberChange, _ opened: CatalogStore, _ result: inout DescribedAnew,
            _ interruption: Interruption
        ) throws -> ExitCode {
            let learned = try opened.learningReport() != nil
            let start = ContinuousClock.now
            let progress = ShareProgress(
                result.changesDescriber
                    ? "describing \(Numbers.plural(result.need.pictures, "picture")) anew"
                    : "making built-in vectors")
            do throws(SearchError) {
                defer { progress.end() }
                result.report = try change.run(acceptingMissing: acceptsMissing) { done, all in
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
                code = try complete(&result, learns: learned && !skipsLearning, interruption)
            }
            try StandardOutput().write(printsJSON ? result.line : result.summary)
            guard result.report.isFinished else {
                note(
                    "magpie: \(result.path.text.printable) was not changed: its items above have no picture to describe; "
                        + "bring their files back, or go on with --without-missing\n")
                return .setup
            }
            return code
        }

        /// Learns again, and builds the lists of a large store.
        private func complete(
            _ result: inout DescribedAnew, learns: Bool, _ interruption: Interruption
        ) throws -> ExitCode {
            do throws(SearchError) {
                let store = try CatalogStore(path: result.path.text, kind: nil)
                if learns {
                    let progress = ShareProgress("learning from the types")
                    defer { progress.end() }
                    let report = try store.learn(
                        fromTypesIn: CatalogStore.typeFields(typeField), cancellation: interruption.cancellation,
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
            fingerprint.isUntouched(size: file.bytes.count, stamp: file.status.stamp) || fingerprint.holds(file.bytes)
        return isSame
            ? .bytes(file.bytes) : .none("\(path.text) has changed since it was indexed; 'magpie index' it first")
    }
}
