import Foundation
import Histories
import Testing

/// How many histories a test records, of which seeds, and what they showed.
struct HistoryRuns {
    /// The seeds of the histories: `MAGPIE_TESTS_HISTORIES` in place of the few that every run of the tests records, from
    /// `MAGPIE_TESTS_FIRST_HISTORY`, or else from 0.
    static func seeds(few: UInt64) -> Range<UInt64> {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let first = number("MAGPIE_TESTS_FIRST_HISTORY") ?? 0
        return first..<first + (number("MAGPIE_TESTS_HISTORIES") ?? few)
    }

    private var recorded = 0
    private var operations = 0
    private var overlaps = 0
    private let name: String

    init(_ name: String) { self.name = name }

    /// Judges one history; false where it is not linearizable.
    mutating func judge(_ all: [RecordedCall], of workload: Workload) -> Bool {
        recorded += 1
        operations += all.count
        let history = History(all, keys: workload.keys)
        overlaps += history.overlaps
        #expect(all.count == workload.threads * workload.length)
        guard let violation = history.violation() else { return true }
        let text = violation.map(\.description).joined(separator: "\n")
        Issue.record("\(name), seed \(workload.seed): no order explains\n\(text)")
        return false
    }

    /// Demands that operations ran beside each other: one for each other one at least.
    func finish() {
        #expect(overlaps > operations, "\(overlaps) pairs of \(operations) operations overlap")
        print("\(name): \(recorded) histories, \(operations) operations, \(overlaps) pairs of them at once")
    }
}
