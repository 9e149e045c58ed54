import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI

/// Recommendations from behavior: how well they find what ``ShopSimulation`` has put in, and the cost of counting and
/// answering on a large shop.
struct VisitsBenchmark {
    let options: VisitsOptions
    static let days = 25
    /// The days whose visits are counted; the others are for testing.
    static let training = 20

    func run() throws {
        say("\(Machine.current())\n\nAll visits are simulated.\n")
        try SimulatedTest(options: options).run()
        if options.events > 0 { try CountingCost(options: options).run() }
    }
}

/// The words after `benchmarks visits`.
struct VisitsOptions {
    var items = 100_000
    /// 0 leaves out the measurement of cost.
    var events = 1_000_000
    var seed = 1

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch (word, Int(value)) {
            case ("--items", let number?) where (1_000...10_000_000).contains(number): items = number
            case ("--events", let number?) where (0...5_000_000).contains(number): events = number
            case ("--seed", let number?): seed = number
            default: throw UsageError("\(word) \(value) makes no sense")
            }
        }
    }
}

/// A file of events in a folder that goes away.
final class EventsOfSimulation {
    let folder: URL
    var path: String { folder.appending(path: "shop.magpie.events").path }
    /// The beginning of the simulation, in milliseconds since 1970: all of it lies in the past.
    private let start: Int

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "recommend-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        start = (Int(Date.now.timeIntervalSince1970) - VisitsBenchmark.days * 86_400) * 1000
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func events(of visit: ShopSimulation.Visit) -> [TrackedEvent] {
        visit.steps.map { step in
            let time = start + step.second * 1000
            let user = visit.customer.map { "customer-\($0)" }
            let session = visit.hasSession ? "session-\(visit.number)" : nil
            var members = ["action": step.action.rawValue, "pid": "item-\(step.item)", "ts": "\(time)"]
            members["uid"] = user
            members["sid"] = session
            return TrackedEvent(
                action: step.action.rawValue, user: user, session: session, query: nil, item: "item-\(step.item)",
                time: time, members: members)
        }
    }

    /// The beginning of a day of the simulation, counted from 0.
    func date(day: Int) -> Date { Date(timeIntervalSince1970: Double(start) / 1000 + Double(day) * 86_400) }
}
