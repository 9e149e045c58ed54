internal import Dispatch
internal import Foundation
package import Imaging
package import SearchAPI
package import VisualSearch

/// Does the work of accepted insertions, in their order, on a thread of its own.
package final class JobRunner: Sendable {
    private let jobs: JobStore
    private let engine: SearchEngine
    private let fetcher: Fetcher
    private let limits: Limits
    private let workers: Int
    private let note: @Sendable (String) -> Void
    /// Writing to the catalogue and to the jobs goes together, so that what a client removes stays removed.
    private let writing = Locked(())
    private let isStopping = Locked(false)
    private let isStuck = Locked(false)
    private let metrics = Locked<Metrics?>(nil)
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Entries that are fetched at a time; as many pictures are in memory.
    private static let step = 16

    /// - Parameters:
    ///   - limits: What one picture may cost.
    ///   - workers: Pictures that are described at a time.
    package init(
        _ jobs: JobStore, engine: SearchEngine, fetcher: Fetcher, limits: Limits, workers: Int,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.jobs = jobs
        self.engine = engine
        self.fetcher = fetcher
        self.limits = limits
        self.workers = workers
        self.note = note
    }

    /// Says there how long fetching and describing take.
    package func report(to metrics: Metrics) { self.metrics.withLock { $0 = metrics } }

    /// Begins, with what an earlier process has left.
    package func start() {
        Thread.detachNewThread { self.run() }
        bell.signal()
    }

    /// What waits cannot be written at the moment, and is tried again.
    package var waitsForDisk: Bool { isStuck.withLock { $0 } }

    /// There is something new.
    package func wake() { bell.signal() }

    /// Ends after the step that runs; what waits is done by the next process.
    package func stop() {
        isStopping.withLock { $0 = true }
        bell.signal()
        ended.wait()
    }

    /// Removes items, and what waits to be inserted under their names. Gives the names that were there.
    package func remove(_ names: [String]) throws(SearchError) -> [String] {
        try writing.withLock { _ throws(SearchError) in
            var waiting: Set<String> = []
            for name in names where try jobs.isWaiting(name) { waiting.insert(name) }
            // In this order: when the process ends in between, what waits brings the items back as if nothing had been
            // removed. The other way round, an item would stay without the changes that were accepted for it.
            let removed = Set(try engine.removeNow(names))
            try jobs.giveUp(names)
            var seen: Set<String> = []
            return names.filter { (removed.contains($0) || waiting.contains($0)) && seen.insert($0).inserted }
        }
    }

    private func run() {
        var pause = 0.0
        while true {
            if pause == 0 { bell.wait() } else { _ = bell.wait(timeout: .now() + pause) }
            do throws(SearchError) {
                while !isStopping.withLock({ $0 }) { if try !step() { break } }
                pause = 0
                isStuck.withLock { $0 = false }
            } catch {
                // The disk is full, say: what waits is on disk, and is tried again.
                isStuck.withLock { $0 = true }
                note("inserting waits: \(error)")
                pause = min(max(pause * 2, 1), 30)
            }
            if isStopping.withLock({ $0 }) {
                ended.signal()
                return
            }
        }
    }

    /// Does the next entries; false when there are none.
    private func step() throws(SearchError) -> Bool {
        let waiting = try jobs.next(JobRunner.step)
        if waiting.isEmpty { return false }
        let places = DispatchSemaphore(value: workers)
        var pictures: [(JobStore.Waiting, Result<DescribedImage?, ViSearch.Fault>)] = []
        Batch(workers: waiting.count).run(
            waiting, work: { self.picture(of: $0.entry, places) },
            deliver: { index, picture in pictures.append((waiting[index], picture)) })
        let found = pictures
        try writing.withLock { _ throws(SearchError) in try write(found) }
        return true
    }

    /// The description of the picture, nil where the entry has none. Describing takes a core, fetching does not.
    private func picture(of entry: JobStore.Entry, _ places: DispatchSemaphore) -> Result<
        DescribedImage?, ViSearch.Fault
    > {
        Result { () throws(ViSearch.Fault) -> DescribedImage? in
            var bytes = entry.picture
            if bytes == nil, let url = entry.url {
                let start = ContinuousClock.now
                defer { metrics.withLock { $0 }?.observe(stage: "fetch", since: start) }
                do throws(FetchError) { bytes = try fetcher.fetch(url) } catch { throw .cannotDownload }
            }
            guard let bytes else { return nil }
            places.wait()
            defer { places.signal() }
            let start = ContinuousClock.now
            defer { metrics.withLock { $0 }?.observe(stage: "describe", since: start) }
            do throws(SearchError) { return try engine.describe(.bytes(bytes), limits: limits) } catch {
                throw .inserting(error)
            }
        }
    }

    private func write(_ pictures: [(JobStore.Waiting, Result<DescribedImage?, ViSearch.Fault>)]) throws(SearchError) {
        let (fields, guessed) = (try engine.fields(), try engine.guessedFields())
        let stillWaiting = try jobs.stillWaiting(pictures.map(\.0.place))
        var outcomes: [(place: Int, fault: ViSearch.Fault?)] = []
        var writes: [(place: Int, item: Item, picture: DescribedImage?)] = []
        for (waiting, result) in pictures where stillWaiting.contains(waiting.place) {
            do throws(ViSearch.Fault) {
                let picture = try result.get()
                var item = Item(id: waiting.entry.name, source: waiting.entry.url)
                if picture == nil {
                    // Only attributes change: those that are not named stay as they are.
                    let earlier = writes.last { $0.item.id == item.id }?.item
                    do throws(SearchError) {
                        let stored = try engine.itemNow(item.id)
                        guard let known = earlier ?? stored else { throw SearchError.itemNotFound(id: item.id) }
                        item = known
                    } catch { throw .inserting(error) }
                }
                try item.set(waiting.entry.values, fields, guessed)
                writes.append((waiting.place, item, picture))
            } catch {
                outcomes.append((waiting.place, error))
            }
        }
        for (write, result) in zip(writes, try engine.insertDescribed(writes.map { ($0.item, $0.picture, nil) })) {
            if case .failure(let error) = result {
                outcomes.append((write.place, .inserting(error)))
            } else {
                outcomes.append((write.place, nil))
            }
        }
        try jobs.finish(outcomes)
    }
}

extension Item {
    /// Takes in attributes as text; an empty one takes the attribute away. What was guessed to be a number may be none:
    /// the store sees to it, and keeps the text.
    fileprivate mutating func set(
        _ values: [String: String], _ fields: [String: AttributeType], _ guessed: Set<String>
    ) throws(ViSearch.Fault) {
        for (field, text) in values {
            var type = fields[field] ?? .string
            if guessed.contains(field), [.int, .float].contains(type) { type = .string }
            if text.isEmpty {
                attributes[field] = nil
            } else if let value = AttributeValue(text, as: type) {
                attributes[field] = value
            } else {
                throw .wrongType(field, type)
            }
        }
    }
}

extension ViSearch.Fault {
    /// What an error is called where images are inserted.
    static func inserting(_ error: SearchError) -> ViSearch.Fault {
        switch error {
        case .image(.tooLarge(_, _, _, _)): .unsupportedDimension
        case .image(.timedOut), .image(.internal): .systemError
        case .image: .unsupportedFormat
        case .itemNotFound: .unknownImage
        case .wrongType(let field, let expected, _): .wrongType(field, expected)
        case .invalidArgument: .invalidName
        case .store, .diskFull, .describerMismatch, .service: .systemError
        }
    }
}
