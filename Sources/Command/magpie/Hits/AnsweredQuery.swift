import Essentials
import SearchAPI
import WireFormat

/// One query with its answer.
struct AnsweredQuery: Sendable {
    let query: PictureQuery
    let answer: SearchAnswer
    /// The time of the search itself, with the picture of the query read and described; without opening the store.
    let milliseconds: Double
    /// Items in the store.
    let items: Int
}

extension SearchAnswer {
    /// All hits in the order of the output, with those of groups.
    var shownHits: [Hit] { groups.isEmpty ? hits : groups.flatMap(\.hits) }

    /// The rank of the first hit of this page.
    var firstRank: Int { (page - 1) * limit + 1 }

    /// Facets as one line each: values with their counts, or a range.
    var facetRows: [(field: String, text: String)] {
        facets.filter { $0.range != nil || !$0.values.isEmpty }.map { facet in
            if let range = facet.range {
                let ends = [range.lowerBound, range.upperBound].map {
                    facet.isDate ? $0.day : $0.rounded(places: 2) ?? "–"
                }
                let mean = facet.isDate ? nil : facet.mean?.rounded(places: 2)
                return (facet.field, ends.joined(separator: " – ") + (mean.map { ", mean \($0)" } ?? "") + facet.bars)
            }
            let values = facet.values.map { "\($0.value) \(Numbers.count($0.count))" }
            let more = facet.more > 0 ? " · \(Numbers.count(facet.more)) more" : ""
            return (facet.field, values.joined(separator: " · ") + more)
        }
    }
}

extension Double {
    /// The day of a moment in seconds since 1970, and its time where it has one.
    fileprivate var day: String {
        let text = moment
        return text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : text
    }

    /// A moment in seconds since 1970 as ISO 8601.
    var moment: String { AttributeValue.date(Date(timeIntervalSince1970: self)).written }
}

extension Facet {
    /// The histogram as a row of bars, after a gap; nothing where it has no shape.
    fileprivate var bars: String {
        guard histogram.count > 1, let maximum = histogram.map(\.count).max(), maximum > 0 else { return "" }
        let levels = Array("▁▂▃▄▅▆▇█")
        return "  "
            + String(
                histogram.map { bin in
                    bin.count == 0 ? " " : levels[min(bin.count * levels.count / maximum, levels.count - 1)]
                })
    }
}

extension Hit {
    var title: String? { attributes.title }
}
