import TestSupport
import Testing

@testable import VisualSearch

@Suite("Sentences with negations, slips, units and several values", .timeLimit(.minutes(15)))
struct SentenceTests {
    private struct Score {
        var read = 0
        var right = 0
        var opposite = 0
        var wanted = 0
        var found = 0

        mutating func add(_ phrases: [ReadPhrase], _ sentence: LabeledSentences.Sentence) {
            var found: Set<String> = []
            for phrase in phrases {
                let notations = LabeledPhrases.written(phrase)
                read += 1
                if notations.contains(where: sentence.allowed.contains) { right += 1 }
                let values = notations.flatMap(LabeledSentences.values)
                if values.contains(where: sentence.opposite.contains) { opposite += 1 }
                found.formUnion(notations)
            }
            wanted += sentence.wanted.count
            self.found += sentence.wanted.intersection(found).count
        }
    }

    @Test("of 240 sentences, 99 of 100 conditions that are read are meant, and none is the opposite")
    func sentences() throws {
        #expect(LabeledSentences.sentences.count == 240)
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let problems = try store.upsert(LabeledSentences.items)
        #expect(problems.allSatisfy { $0 == nil })
        let words = RelatedWords(
            thesaurus: .builtIn, synonyms: try Synonyms(lines: LabeledSentences.synonyms), vectors: .builtIn)
        var (building, checking) = (Score(), Score())
        try store.read { snapshot throws(SearchError) in
            for sentence in LabeledSentences.sentences {
                let phrases = try snapshot.phrases(in: sentence.text, relatedWords: words).phrases
                var score = Score()
                score.add(phrases, sentence)
                if score.right < score.read || score.opposite > 0 || score.found < score.wanted {
                    let half = sentence.isForBuilding ? "building" : "checking"
                    print("\(half): `\(sentence.text)` gave \(phrases.map { LabeledPhrases.written($0)[0] })")
                }
                if sentence.isForBuilding { building.add(phrases, sentence) } else { checking.add(phrases, sentence) }
            }
        }
        for (name, score) in [("to build with", building), ("kept for checking", checking)] {
            let (precision, recall) = (
                Double(score.right) / Double(score.read), Double(score.found) / Double(score.wanted)
            )
            print("sentences \(name): precision \(precision) of \(score.read), recall \(recall) of \(score.wanted)")
            print("sentences \(name): \(score.opposite) opposite readings")
            #expect(precision >= 0.99, "\(name)")
            #expect(score.opposite == 0, "\(name)")
            #expect(recall >= 0.85, "\(name)")
        }
    }
}
