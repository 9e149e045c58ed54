import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Guessed types of the sample pictures", .timeLimit(.minutes(5)))
struct SampleGuessTests {
    @Test("most items whose category is taken away get it back, and guesses are right as often as they say")
    func samples() throws {
        let samples = try SampleCatalog.shared.get()
        let folder = try TemporaryFolder()
        let engine = try SearchEngine(path: folder.path("catalog.magpie"), mode: .create)
        let described = try samples.engine.store.read { snapshot throws(SearchError) in
            try samples.items.map { item throws(SearchError) in
                let slot = try snapshot.slot(of: item.id) ?? 0
                return Descriptor(vector: try snapshot.vector(at: slot) ?? [])
            }
        }
        var types: [String: [String]] = [:]
        let entries = zip(samples.items, described).enumerated().map { index, entry in
            var (item, image) = (entry.0, KindCatalog.image("bag", 0))
            image.descriptor = entry.1
            if case .list(let values)? = item.attributes["category"] { types[item.id] = values }
            if index.isMultiple(of: 3) { item.attributes["category"] = nil }
            return (item, Optional(image), Fingerprint?.none)
        }
        for result in try engine.insertDescribed(entries) { try result.get() }
        let report = try engine.learnBlocking()
        let (guessed, right) = (try #require(report.guessed), try #require(report.guessedRight))
        #expect(guessed > 0.5 && right > 0.9, "\(guessed), \(right)")
        // Objects of a scene are searched for as pictures are.
        let scene = ImageInput.file(samples.folder.appending(path: "scenes/scene-04.jpg"))
        let discovered = try engine.discoverBlocking(
            DiscoverRequest(scene, each: SearchRequest(.init(), explains: true, scope: .all)))
        for object in discovered.objects {
            let kinds = object.answer.hits.map { $0.explanation?.kind ?? 0 }
            #expect(kinds.contains { $0 > 0.05 }, "\(object.object.type ?? "unknown"): \(kinds)")
        }
        #expect(discovered.objects.contains { $0.object.type != nil })
        var counts = (all: 0, right: 0, wrong: 0)
        for index in stride(from: 0, to: samples.items.count, by: 30) {
            let request = SearchRequest(.init(example: .item(id: samples.items[index].id)), limit: 40, scope: .all)
            for hit in try engine.searchBlocking(request).hits where hit.attributes["category"] == nil {
                counts.all += 1
                guard let guess = hit.guessedType else { continue }
                #expect(types[hit.id] != nil)
                if types[hit.id]?.contains(guess.name) == true { counts.right += 1 } else { counts.wrong += 1 }
            }
        }
        // Among them are types of fewer than five items, which the figures of learning do not count.
        #expect(counts.right * 2 > counts.all, "\(counts)")
        let share = Double(counts.right) / Double(counts.right + counts.wrong)
        #expect(share > GuessCurve.least, "\(counts)")
    }
}
