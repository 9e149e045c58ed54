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

    func text(_ discovered: Discovered) -> String {
        let name = hits.bold(discovered.outcome.path.text.printable)
        guard let answer = discovered.answer else {
            guard case .failure(let error) = discovered.outcome.result else { return "" }
            return "\(name)  \(error.code): \(error.description.printable)\n"
        }
        let milliseconds = discovered.outcome.seconds * 1000
        let count = answer.summary(type: type).printable
        let time = "\(milliseconds.rounded(places: milliseconds < 10 ? 1 : 0) ?? "–") ms"
        let size = answer.uprightSize
        var text = "\(name)  \(hits.faint("\(size.width) × \(size.height), \(count), \(time)"))\n"
        for (index, found) in answer.objects.enumerated() {
            text += line(index + 1, found.object) + "\n"
            let rows = hits.text(found.answer)
            text += rows.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "   \($0)" }
                .joined(separator: "\n")
        }
        return text
    }

    private func line(_ number: Int, _ object: RecognizedObject) -> String {
        let type = object.type.map { "\($0.printable) (\(object.typeConfidence.threePlaces))" }
        let name = object.isWholePicture ? "the whole picture" : type ?? (namesObjects ? "unknown object" : "")
        let facts = "at \(object.box), score \(object.score.threePlaces)"
        return hits.bold("\(number)\(name.isEmpty ? "" : "  \(name)")") + "  " + hits.faint(facts)
    }
}
