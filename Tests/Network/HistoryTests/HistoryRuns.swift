import Histories
import Testing

/// The number of histories that a test has recorded, and their verdicts.
struct HistoryRuns {
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
