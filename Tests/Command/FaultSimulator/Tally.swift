import Essentials

/// The counts of all runs.
final class Tally {
    var runs = 0
    var crashes = 0
    /// Changes that a crash kept from the medium.
    var lost = 0
    var comparisons = 0
    /// Comparisons with searches of an engine.
    var searches = 0
    /// Files of unfinished operations that a crash left.
    var leftovers = 0
    var operations: [Operation: Int] = [:]
    /// By name.
    var failures: [String: Int] = [:]

    func table(calls: Int, seconds: Double) -> String {
        var rows: [(String, Int)] = [
            ("runs", runs), ("operations", operations.values.reduce(0, +)),
            ("changing calls of the system", calls), ("crashes", crashes), ("changes lost in them", lost),
            ("other faults", failures.values.reduce(0, +)), ("comparisons with the model", comparisons),
            ("comparisons of searches", searches),
            ("unfinished files after crashes", leftovers),
        ]
        rows += Operation.allCases.map { ("operation: \($0.rawValue)", operations[$0] ?? 0) }
        rows += failures.sorted { $0.key < $1.key }.map { ("fault: \($0.key)", $0.value) }
        let width = rows.map(\.0.count).max() ?? 0
        let lines = rows.map { name, count in
            "| \(name)\(String(repeating: " ", count: width - name.count)) | \(count) |"
        }
        let rate = Int(Double(crashes) / max(seconds, 0.001))
        return lines.joined(separator: "\n") + "\n\(rate) crashes a second, \(Int(seconds)) seconds"
    }
}
