import TestSupport
import Testing

@testable import VisualSearch

@Suite("Conditions in typed phrases, measured", .timeLimit(.minutes(15)))
struct PhrasePrecisionTests {
    /// Conditions that were read, of these the right ones, and those that were wanted and found.
    private struct Score: CustomStringConvertible {
        var read = 0
        var right = 0
        var wanted = 0
        var found = 0
        var precision: Double { read == 0 ? 1 : Double(right) / Double(read) }
        var recall: Double { wanted == 0 ? 1 : Double(found) / Double(wanted) }
        var description: String { "precision \(precision) of \(read) read, recall \(recall) of \(wanted) wanted" }

        static func + (left: Score, right: Score) -> Score {
            Score(
                read: left.read + right.read, right: left.right + right.right, wanted: left.wanted + right.wanted,
                found: left.found + right.found)
        }
    }

    private func scores(_ name: String) throws -> (building: Score, checking: Score) {
        let labeled = try LabeledPhrases(name)
        #expect(labeled.phrases.count == 60)
        let folder = try TemporaryFolder()
        let store = try folder.store()
        _ = try store.upsert(labeled.items)
        return try store.read { snapshot throws(SearchError) in
            var (building, checking) = (Score(), Score())
            for phrase in labeled.phrases {
                let reading = try snapshot.phrases(in: phrase.text)
                var score = Score(wanted: phrase.wanted.count)
                var found: Set<String> = []
                for each in reading.phrases {
                    let notations = LabeledPhrases.written(each)
                    score.read += 1
                    score.right += notations.contains(where: phrase.allowed.contains) ? 1 : 0
                    found.formUnion(notations)
                }
                score.found = phrase.wanted.intersection(found).count
                if score.right < score.read || score.found < score.wanted {
                    let half = phrase.isForBuilding ? "building" : "checking"
                    print(
                        "\(half) \(name): `\(phrase.text)` gave \(reading.phrases.map { LabeledPhrases.written($0) })")
                }
                if phrase.isForBuilding { building = building + score } else { checking = checking + score }
            }
            return (building, checking)
        }
    }

    @Test("at least 97 of 100 conditions that are read are meant, on both halves of the phrases")
    func precision() throws {
        let (drawn, gear) = (try scores("drawn"), try scores("gear"))
        let (building, checking) = (drawn.building + gear.building, drawn.checking + gear.checking)
        print("typed phrases, the half to build with: \(building); the half to check with: \(checking)")
        #expect((building + checking).precision >= 0.97)
        #expect(checking.precision >= 0.97)
        #expect((building + checking).recall >= 0.8)
    }
}
