import Dispatch
import Essentials
import Imaging
import SearchServer

/// Fetches the pictures that a catalog names by address, and keeps each as a JPEG in a folder. Addresses come from whoever made the
/// catalog: the policy keeps them from reaching what only this machine can reach.
struct PictureFetch: Sendable {
    /// The longest side of a kept picture, in pixels: more than searching looks at, and enough to be shown.
    static let side = 1024
    private static let quality = 90
    /// The fetches at a time, of all hosts.
    private static let workers = 8

    let folder: Path
    let policy: FetchPolicy
    let limits: Limits

    fileprivate enum Outcome {
        case fetched, unchanged
        case failed(String)
    }

    /// Fetches what is not there, and what its host says has changed. A picture that fails stays as it was. Blocks.
    ///
    /// - Parameter progress: Gets the share of the addresses that is done.
    func run(
        _ addresses: [String], into record: FetchRecord, until cancellation: Cancellation,
        progress: (Double) -> Void
    ) throws -> FetchTally {
        let tally = Locked(FetchTally())
        let queue = Locked(HostQueue(addresses.map { FetchURL($0)?.hostText ?? "" }))
        let fault = Locked<SystemError?>(nil)
        let fetcher = Fetcher(policy)
        let (group, done) = (DispatchGroup(), Cancellation())
        let work: @Sendable () -> Void = { [self] in
            defer { group.leave() }
            while !done.isCancelled {
                switch queue.withLock({ $0.next(at: .now) }) {
                case .done: return
                case .wait: usleep(20_000)
                case .leave(let number):
                    tally.withLock { $0.addFailure("the host was given up", of: addresses[number]) }
                case .fetch(let number):
                    do throws(SystemError) {
                        let (outcome, end) = try fetch(addresses[number], fetcher, record)
                        let comesAgain = queue.withLock { $0.end(number, end, at: .now) }
                        if !comesAgain, !done.isCancelled { tally.withLock { $0.add(outcome, of: addresses[number]) } }
                    } catch {
                        fault.withLock { $0 = $0 ?? error }
                        done.cancel()
                    }
                }
            }
        }
        var threads = 0
        for _ in 0..<Self.workers {
            group.enter()
            if startThread(work) { threads += 1 } else { group.leave() }
        }
        guard threads > 0 else { throw SetupError("cannot fetch pictures", SystemError(EAGAIN)) }
        while group.wait(timeout: .now() + 0.2) == .timedOut {
            progress(Double(tally.withLock { $0.done }) / Double(max(addresses.count, 1)))
            if cancellation.isCancelled || done.isCancelled {
                done.cancel()
                fetcher.stop()
            }
        }
        if let fault = fault.withLock({ $0 }) {
            throw SetupError("cannot keep pictures in \(folder.text.quoted)", fault)
        }
        return tally.withLock { $0 }
    }

    private func fetch(
        _ address: String, _ fetcher: Fetcher, _ record: FetchRecord
    ) throws(SystemError) -> (Outcome, HostQueue.End) {
        let known = record.version(of: address)
        // Its host cannot tell whether it has changed; shops give a changed picture another address.
        if let known, known.isEmpty { return (.unchanged, .answered) }
        let bytes: [UInt8]
        let version: FetchedVersion
        do throws(FetchError) {
            switch try fetcher.fetch(address, unless: known ?? FetchedVersion()) {
            case .unchanged: return (.unchanged, .answered)
            case .new(let new, let its): (bytes, version) = (new, its)
            }
        } catch {
            return (.failed(error.description), HostQueue.End(error))
        }
        let made: [UInt8]
        do throws(ImageError) {
            // Marks of rights stay, as those of a picture that was not fetched would.
            let output = Output(.fit(Self.side), encoding: .jpeg(quality: Self.quality))
            made = try prepare(.bytes(bytes), as: Recipe(output, keeps: .rights), limits: limits).outputs[0].bytes
        } catch {
            if error.shortage != nil { throw SystemError(ENOMEM) }
            return (.failed("it is no picture that can be used"), .answered)
        }
        try record.keep(made, of: address, version)
        return (.fetched, .answered)
    }
}

extension FetchTally {
    fileprivate mutating func add(_ outcome: PictureFetch.Outcome, of address: String) {
        switch outcome {
        case .fetched: fetched += 1
        case .unchanged: unchanged += 1
        case .failed(let reason): addFailure(reason, of: address)
        }
    }
}

extension HostQueue.End {
    /// A host that has answered, whatever it said, is there.
    fileprivate init(_ error: FetchError) {
        switch error {
        case .busy(_, let seconds): self = .busy(seconds: seconds)
        case .unknownHost, .unreachable, .insecure, .timedOut, .cutOff: self = .silent
        default: self = .answered
        }
    }
}
