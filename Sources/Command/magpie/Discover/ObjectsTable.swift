import Imaging
import SearchAPI
import WireFormat

/// The objects in a picture as a table for a terminal, each with its hits.
struct ObjectsTable {
    let hits: HitsTable
    /// The requested type.
    var type: String?
    /// Without a store no object can be known.
    var namesObjects = true
    /// Blanks before the hits of an object.
    static let indent = 3

    func text(_ discovered: Discovered) -> String {
        guard let answer = discovered.answer else {
            guard case .failure(let error) = discovered.outcome.result else { return "" }
            return
                "\(hits.bold(discovered.outcome.path.text.printable))  \(error.code): \(error.description.printable)\n"
        }
        let milliseconds = discovered.outcome.seconds * 1000
        let count = answer.summary(type: type).printable
        let time = "\(milliseconds.rounded(places: milliseconds < 10 ? 1 : 0) ?? "–") ms"
        let size = answer.uprightSize
        let facts = "\(size.width) × \(size.height), \(count), \(time)"
        var text = headline(discovered.outcome.path.text.printable, facts) + "\n"
        for (index, found) in answer.objects.enumerated() {
            text += line(index + 1, found.object) + "\n"
            let rows = hits.text(found.answer)
            text += rows.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : String(repeating: " ", count: Self.indent) + $0
            }
            .joined(separator: "\n")
        }
        return text
    }

    private func line(_ number: Int, _ object: RecognizedObject) -> String {
        let type = object.type.map { "\($0.printable) (\(object.typeConfidence.threePlaces))" }
        let name = object.isWholePicture ? "the whole picture" : type ?? (namesObjects ? "unknown object" : "")
        let facts = "at \(object.box), score \(object.score.threePlaces)"
        return headline("\(number)\(name.isEmpty ? "" : "  \(name)")", facts)
    }

    /// A name and facts beside it, or below it on a narrow terminal.
    private func headline(_ name: String, _ facts: String) -> String {
        let width = hits.columns.map { $0 + Self.indent }
        let lines = TextTable(columns: [.name, .reason], rows: [[name, facts]]).lines(to: width)[0]
        let rest = [String(lines[0].dropFirst(name.count))] + lines.dropFirst()
        return hits.bold(name) + rest.map { $0.isEmpty ? "" : hits.faint($0) }.joined(separator: "\n")
    }
}
