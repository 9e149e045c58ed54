import Imaging
import SearchAPI
import WireFormat

/// The page of `magpie search --report`: the query, its hits, and their distribution.
struct HitsPage {
    let answered: AnsweredQuery
    let options: AnswerOptions
    let pictures: HitPictures

    private var answer: SearchAnswer { answered.answer }

    var html: HTML {
        let cards = cards
        let asked = words
        var page = Page(
            kind: "hits", title: asked, heading: asked.prefix(1).uppercased() + asked.dropFirst(), entries: "hits",
            colors: cards.colors)
        page.question = (answer.facets.isEmpty ? "ask brief" : "ask", "<div class=subject>\(subject)</div>")
        page.tiles = tiles
        page.conditions = conditions
        page.charts = answer.facets.map { Chart($0).html }
        page.notices = answer.notices.map(\.text)
        let parts = (answer.shownHits + answer.nearest).flatMap { $0.explanation?.parts ?? [] }
        page.legend = ["shape", "color", "pattern", "kind", "text", "shown"].filter { name in
            parts.contains { $0.name == name && $0.value > 0 }
        }
        page.origin = pictures.place.path.text
        return page.html([cards.html])
    }

    private var tiles: [Page.Tile] {
        var tiles = [
            Page.Tile("hits", Numbers.count(answer.total), "among \(Numbers.plural(answered.items, "item"))"),
            Page.Tile(
                "time", "\(answered.milliseconds.rounded(places: answered.milliseconds < 10 ? 1 : 0) ?? "–") ms",
                answered.query.picture == nil ? "for the whole search" : "with the picture read"),
        ]
        if let best = answer.shownHits.map(\.score).max()?.threePlaces {
            // Only the best hits first make the best of the page the best of all.
            let isBestOfAll = options.sort == nil && answer.page == 1
            let most = isPictureOnly ? "1 is the same picture" : "of at most 1"
            tiles.append(
                isBestOfAll ? .init("best score", best, most) : .init("best score shown", best, "on this page only"))
        }
        if answer.page > 1 { tiles.append(.init("page", "\(answer.page)", "from hit \(answer.firstRank)")) }
        return tiles
    }

    /// Scores of other queries come from colors, words and other pictures as well.
    private var isPictureOnly: Bool {
        let query = answered.query
        return query.pictures.count + query.options.ids.count == 1 && query.options.colors.isEmpty
            && query.options.text == nil && query.options.unlike.isEmpty
    }

    private var conditions: [String] {
        var parts = options.filters + answer.phrases.map(\.label)
        if let sort = options.sort { parts.append("sorted by \(sort.field) \(sort.ascending ? "↑" : "↓")") }
        if let variants = options.variants { parts.append("variants by \(variants.field)") }
        if let diversity = options.diversity { parts.append("diversity \(diversity.weight)") }
        if options.leavesOutCopies { parts.append("without copies") }
        if options.lowestScore > 0 { parts.append("score from \(options.lowestScore.threePlaces)") }
        return parts
    }

    /// Hits or groups, or else the nearest items; with the main color of each card.
    private var cards: (html: HTML, colors: [RGB]) {
        var colors: [RGB] = []
        func sheet(_ hits: [Hit], from first: Int = 1) -> HTML {
            let cards = hits.enumerated().map { index, hit -> HTML in
                let picture = pictures.picture(of: hit)
                if let color = picture?.mainColor { colors.append(color) }
                return pictures.card(hit, rank: first + index, picture: picture).html
            }
            return "<ol class=sheet>\n\(cards)</ol>\n"
        }
        if !answer.groups.isEmpty {
            let groups = answer.groups.html { group in
                let name = group.value.isEmpty ? "without a value" : group.value
                let hits = sheet(group.hits)
                return "<section class=group style=\"--n:\(group.hits.count)\"><h2>\(name)</h2>\(hits)</section>"
            }
            return ("<div class=groups>\(groups)</div>", colors)
        }
        if !answer.hits.isEmpty { return (sheet(answer.hits, from: answer.firstRank), colors) }
        let near = answer.notices.first { $0.kind == .nothingRelevant }
        if !answer.nearest.isEmpty {
            let heading = near?.capitalized ?? "No item is similar enough; these are the nearest"
            return ("<h2 class=apart>\(heading):</h2>\(sheet(answer.nearest))", colors)
        }
        return ("<p class=nothing>No item \(near == nil ? "fits" : "is similar enough").</p>", [])
    }
}
