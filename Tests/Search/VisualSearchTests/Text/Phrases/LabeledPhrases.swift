import CatalogFile
import Foundation
import TestSupport

@testable import VisualSearch

/// The phrases in `Benchmarks/EndToEnd/Text/phrases` with their right readings, and the catalogs that they are typed for.
struct LabeledPhrases {
    struct Phrase {
        var text: String
        /// The conditions that have to be read, and those that may be.
        var wanted: Set<String>
        var allowed: Set<String>
        /// True for the half that the parser was built with: rows of odd numbers.
        var isForBuilding: Bool
    }

    let items: [StoredItem]
    let phrases: [Phrase]

    init(_ name: String) throws {
        let folder = SharedData.package.appending(path: "Benchmarks/EndToEnd/Text/phrases")
        let catalog =
            name == "drawn"
            ? SharedData.package.appending(path: "samples/catalog.csv") : folder.appending(path: "\(name)-catalog.csv")
        items = try AttributeTable(path: catalog.path(percentEncoded: false)).rows.map { row in
            StoredItem(row.id ?? "", row.attributes)
        }
        let text = try String(contentsOf: folder.appending(path: "\(name)-phrases.csv"), encoding: .utf8)
        phrases = text.split(separator: "\n").dropFirst().enumerated().map { index, line in
            let cells = fields(ofCSV: line)
            let parts = cells[1].components(separatedBy: "; ").filter { !$0.isEmpty }
            let wanted = Set(parts.filter { !$0.hasPrefix("?") })
            let optional = parts.filter { $0.hasPrefix("?") }.map { String($0.dropFirst()) }
            return Phrase(
                text: cells[0], wanted: wanted, allowed: wanted.union(optional), isForBuilding: index % 2 == 0)
        }
    }

    /// The notation of the files: `color=red,blue`, `price<50`, `!title~leather`, `sort=-price`, or the label of a chip.
    static func written(_ phrase: ReadPhrase) -> [String] {
        if let sort = phrase.sort { return ["sort=\(sort.ascending ? "" : "-")\(sort.field)"] }
        return phrase.filter.map { [written($0), phrase.label] } ?? []
    }

    private static func written(_ filter: Filter) -> String {
        switch filter {
        case .equal(let field, .text(let word)): "\(field)~\(word.trimmingCharacters(in: .whitespaces))"
        case .equal(let field, let value): "\(field)=\(value.written)"
        case .less(let field, let value): "\(field)<\(value.written)"
        case .lessOrEqual(let field, let value): "\(field)<=\(value.written)"
        case .greater(let field, let value): "\(field)>\(value.written)"
        case .greaterOrEqual(let field, let value): "\(field)>=\(value.written)"
        case .between(let field, let low, let high): "\(field)=\(low.written)..\(high.written)"
        case .not(let other): "!" + written(other)
        case .or(let filters):
            written(filters[0]).prefix { $0 != "=" } + "="
                + Set(filters.flatMap(values)).sorted().joined(separator: ",")
        default: "\(filter)"
        }
    }

    private static func values(_ filter: Filter) -> [String] {
        switch filter {
        case .equal(_, let value): [value.written]
        case .or(let filters): filters.flatMap(values)
        default: []
        }
    }
}
