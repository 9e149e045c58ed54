import BenchmarkKit
import Evaluation
import Foundation
import ImageTypes
import Imaging
import SearchAPI
import VisualSearch
import WireFormat

/// The originals that changed copies find where parts and turns are described and pixels decide, as `magpie search
/// --copies` does, and the number of other pictures that pass as proven.
struct ProvenCopies {
    /// The findings of the search of one picture.
    struct Answer: Sendable {
        let found: [CopySearch.Found]
        let milliseconds: Double
    }

    var kinds: [TestResult] = []
    /// By kind: the copies whose original is proven, and the others that are proven, the ground of a pasted one left out.
    var proven: [(right: Int, wrong: Int)] = []
    /// Pictures of the same classes that are no copies: how many, and how many of them something is proven for.
    var strangers = (queries: 0, answered: 0)
    /// The proven pairs that are no copy by the table of labels, for a person to look at.
    var wrongPairs: [(query: String, other: String)] = []
    var uAP = 0.0
    /// The median of a search, by the clock of one thread.
    var milliseconds = 0.0

    var mean: TestResult { TestResult(meanOf: kinds, named: "hard, proven") }

    /// A line for each kind, for their mean, and for the whole.
    var json: String {
        let rows = zip(kinds, proven).map { kind, count in
            JSONWriter.line { json in
                json.member("test", kind.test)
                json.member("queries", kind.queries)
                json.member("r1", kind.r1, places: 4)
                json.member("map", kind.map, places: 4)
                json.member("proven", count.right)
                json.member("wrong", count.wrong)
            }
        }
        let last = JSONWriter.line { json in
            json.member("test", "hard copies, proven")
            json.member("uap", uAP, places: 4)
            json.member("strangers", strangers.queries)
            json.member("strangers_answered", strangers.answered)
            json.member("ms", milliseconds, places: 1)
        }
        let pairs = wrongPairs.map { pair in
            JSONWriter.line { json in
                json.member("wrong", pair.query)
                json.member("as", pair.other)
            }
        }
        return rows.joined() + mean.json + last + pairs.joined()
    }
}

extension GalleryRanking {
    /// The search of parts and turns for the same copies as ``hardCopies(among:limit:)``.
    func provenCopies(among distractors: [String], limit: Int, strangers: [String], jobs: Int) throws -> ProvenCopies {
        let originals = vectorsOfGallery
        var (files, vectors) = (originals.map(\.file), originals.map(\.vector))
        // Every second one, as for the search without parts, which keeps the others for its background.
        try describe(distractors.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)) { file, described in
            files.append(file)
            vectors.append(described.descriptor.vector)
        }
        let scale = engine.vectorScale
        let unit = scale * scale
        let index = VectorIndex(dimensions: vectors[0].count, scale: scale)
        index.update { rows in for (place, vector) in vectors.enumerated() { rows.set(place, vector.span) } }
        index.finishBuilding()
        let (all, limits, engine) = (files, limits, engine)
        let search: @Sendable (ImageInput) throws -> ProvenCopies.Answer = { input in
            let pixels = try prepare(input, as: Recipe(.pixels(fitting: CopySearch.side)), limits: limits).pixels()
            let start = ContinuousClock.now
            var search = CopySearch([.parts, .turned]) { pixels throws(SearchError) in
                try engine.vector(of: pixels)
            } near: { vector, count in
                index.search(vector, count: count).map { ($0.slot, Int($0.score * unit)) }
            } look: { place in
                try? prepare(
                    Labels.picture(all[place]), as: Recipe(.pixels(fitting: CopySearch.otherSide)), limits: limits
                ).pixels()
            }
            let found = try search.run(pixels)
            return .init(found: found, milliseconds: start.duration(to: .now) / .milliseconds(1))
        }
        let step = max((originals.count + limit - 1) / limit, 1)
        let chosen = originals.indices.filter { $0 % step == 0 }
        var (result, times) = (ProvenCopies(), [Double]())
        var pairs: [(score: Double, isRight: Bool)] = []
        for kind in HardCopy.Kind.allCases {
            var scores = RankingScores()
            var proven = (right: 0, wrong: 0)
            let count = originals.count
            try Batch(checked: jobs).run(chosen) { place in
                Result { try search(.bytes(try HardCopy.copy(kind, of: place, among: all, count, limits: limits))) }
            } deliver: { number, answer in
                let (place, answer) = (chosen[number], try answer.get())
                let ground = kind == .pasted ? (place + count / 2) % count : -1
                scores.add(
                    answer.found.map { $0.picture == place }
                        + (answer.found.contains { $0.picture == place } ? [] : [false, true]))
                times.append(answer.milliseconds)
                for found in answer.found.prefix(10) {
                    let score = found.isProven ? 2 + found.strength : Double(found.dot) / Double(unit)
                    pairs.append((score, found.picture == place))
                }
                for found in answer.found where found.isProven && found.picture != ground {
                    if found.picture == place {
                        proven.right += 1
                    } else {
                        proven.wrong += 1
                        result.wrongPairs.append(("\(kind.rawValue) of \(all[place])", all[found.picture]))
                    }
                }
            }
            result.kinds.append(TestResult("hard \(kind.rawValue), proven", scores, gallery: all.count))
            result.proven.append(proven)
        }
        let foreign = strangers.enumerated().filter { $0.offset % max(strangers.count / limit, 1) == 0 }.map(\.element)
        try Batch(checked: jobs).run(foreign) { file in
            Result { try search(Labels.picture(file)) }
        } deliver: { number, answer in
            let proven = try answer.get().found.filter(\.isProven)
            result.strangers.queries += 1
            if !proven.isEmpty { result.strangers.answered += 1 }
            result.wrongPairs += proven.map { (foreign[number], all[$0.picture]) }
        }
        result.uAP = HardCopies.precision(pairs, of: chosen.count * HardCopy.Kind.allCases.count)
        result.milliseconds = times.sorted()[times.count / 2]
        return result
    }
}
