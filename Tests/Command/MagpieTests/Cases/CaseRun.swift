import Foundation
import TestSupport

@testable import magpie

/// The commands of the cases, run in their folder, with a store of its own in place of `S`.
final class CaseRun: Sendable {
    let place: Workplace
    var store: String { (place / "case.magpie").text }

    init() throws { place = try Workplace() }

    /// Runs one command of a case, without its first word, which is `magpie`.
    func run(_ command: some StringProtocol) throws -> Ended {
        let words = CaseTable.words(command).dropFirst().map {
            $0 == "S" ? store : $0 == "OUT" ? (place / "out").text : $0
        }
        return try Running(magpieBinary, Array(words), in: Path(CaseTable.folder?.path ?? "/")).wait()
    }

    /// Indexes with the first of the commands, which are parted by `;`; the other one.
    static func split(_ test: Case) -> (index: String, asks: String) {
        let parts = test.command.split(separator: ";", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    /// The rows by the command that makes their store.
    static func byStore(_ rows: [Case]) -> [[Case]] {
        Dictionary(grouping: rows) { split($0).index }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The title or name of each hit in the lines of JSON of `search`, in order.
    static func titles(_ ended: Ended) throws -> [String] {
        try ended.json().flatMap { $0["hits"] as? [[String: Any]] ?? [$0] }.compactMap { hit in
            let attributes = hit["attributes"] as? [String: Any] ?? [:]
            return attributes["title"] as? String ?? attributes["name"] as? String
        }
    }
}
