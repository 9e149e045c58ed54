import Dispatch
import Essentials
import SearchServer
import VisualSearch

/// Describes the pictures of a served store anew, on one thread that gives way to all others.
final class BackgroundDescribing: Sendable {
    private let cancellation = Cancellation()
    private let isDone = DispatchGroup()

    /// - Parameter describer: What describes; the store keeps answering with its own until all pictures are described.
    init(_ engine: SearchEngine, _ file: Path, with describer: any Describer, limits: Limits) {
        isDone.enter()
        let hasThread = startThread { [self] in
            lowerPriority()
            run(engine, file, describer, limits)
            isDone.leave()
        }
        guard !hasThread else { return }
        tell("\(file.text.printable) is not described anew: the system gives this process no other thread")
        isDone.leave()
    }

    /// Ends the work at its next step. What was described stays, and the next start goes on from there.
    func stop() {
        cancellation.cancel()
        isDone.wait()
    }

    private func run(_ engine: SearchEngine, _ file: Path, _ describer: any Describer, _ limits: Limits) {
        let name = file.text.printable
        do throws(SearchError) {
            let report = try engine.describeAnew(
                with: describer, limits: limits, cancellation: cancellation,
                willBegin: { need in
                    let free = freeBytes(beside: file)
                    guard free.map({ $0 >= need.bytes }) ?? true else {
                        tell(
                            "\(name) is not described anew: that takes about \(Numbers.bytes(Double(need.bytes))) of disk"
                        )
                        return false
                    }
                    tell(
                        "describing \(Numbers.plural(need.pictures, "picture")) of \(name) anew in the background; the old "
                            + "vectors answer until all are there")
                    return true
                }, source: FormerFiles(StorePlace(file)).contents)
            guard let report else { return }
            if report.isFinished {
                tell("the pictures of \(name) are described by \(describer.identity.printable)")
            } else {
                tell(
                    "\(name) keeps its describer: \(Numbers.plural(report.missing.count, "item")) without a picture to "
                        + "describe (\(firstIDs(report.missing.map(\.id)))); 'magpie store describe' says why")
            }
        } catch {
            if case .cancelled = error { return }
            tell("describing the pictures of \(name) anew failed, and goes on at the next start: \(error.sentence)")
        }
    }

    private func tell(_ sentence: String) { note("magpie: \(sentence)\n") }
}

/// The free bytes of the disk of a file; nil where the system does not tell.
func freeBytes(beside file: Path) -> Int? {
    let folder = file.parent.absolute(from: .current).text
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return attributes?.number(.systemFreeSize)
}
