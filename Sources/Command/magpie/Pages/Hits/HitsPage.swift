import Imaging
import SearchAPI
import WireFormat

/// The page of `magpie search --report`: the query, its hits, and their distribution.
struct HitsPage {
    let answered: AnsweredQuery
    let place: StorePlace
    let options: AnswerOptions
    let pictures: HitPictures
    let link: PageLink

    var html: HTML {
        let answer = answered.answer
        let cards = cards
        return """
            \(PageParts.head(plainQuestion, PageParts.reportStyle, PageParts.hitsStyle))
            <body class=hits>
            <a class=skip href="#found">Skip to the hits</a>
            <header>
            <h1>\(PageParts.bird)<span>\(question)</span></h1>
            \(PageParts.palette(cards.colors))
            <div class="ask\(answer.facets.isEmpty ? " brief" : "")">\(subject)<div class=side>
            <dl class=tiles>\(tiles)</dl>\(conditions)
            <div class=charts>\(answer.facets.map { FacetChart(facet: $0).html })</div></div></div>
            </header>
            <main id=found>\(notices)\(legend)\(cards.html)</main>
            <footer><p>magpie \(Version.number) · \(place.path.text)</p></footer>
            <div class=toast role=status></div>
            <script>\(PageParts.hitsScript)</script>
            </body>
            </html>

            """
    }

    // MARK: the query and the totals

    private var tiles: HTML {
        let answer = answered.answer
        var tiles = [
            PageParts.tile("hits", Numbers.count(answer.total), "among \(Numbers.plural(answered.items, "item"))"),
            PageParts.tile(
                "time", "\(answered.milliseconds.rounded(places: answered.milliseconds < 10 ? 1 : 0) ?? "–") ms",
                answered.query.picture == nil ? "for the whole search" : "with the picture read"),
        ]
        if let best = answer.shownHits.map(\.score).max() {
            // Only the best hits first make the best of the page the best of all.
            let isBestOfAll = options.sort == nil && answer.page == 1
            tiles.append(
                PageParts.tile(
                    isBestOfAll ? "best score" : "best score shown", best.threePlaces,
                    isBestOfAll ? (isPictureOnly ? "1 is the same picture" : "of at most 1") : "on this page only"))
        }
        if answer.page > 1 { tiles.append(PageParts.tile("page", "\(answer.page)", "from hit \(answer.firstRank)")) }
        return tiles.joined()
    }

    /// Scores of other queries come from colors, words and other pictures as well.
    private var isPictureOnly: Bool {
        let query = answered.query
        return query.pictures.count + query.options.ids.count == 1 && query.options.colors.isEmpty
            && query.options.text == nil && query.options.unlike.isEmpty
    }

    private var conditions: HTML {
        var parts = options.filters + answered.answer.phrases.map(\.label)
        if let sort = options.sort { parts.append("sorted by \(sort.field) \(sort.ascending ? "↑" : "↓")") }
        if let variants = options.variants { parts.append("variants by \(variants.field)") }
        if let diversity = options.diversity { parts.append("diversity \(diversity.weight)") }
        if options.leavesOutCopies { parts.append("without copies") }
        if options.lowestScore > 0 { parts.append("score from \(options.lowestScore.threePlaces)") }
        if parts.isEmpty { return "" }
        return "<p class=where>\(parts.map { part -> HTML in "<span>\(part)</span>" })</p>"
    }

    // MARK: the hits

    private var notices: HTML {
        answered.answer.notices.map { notice -> HTML in "<p class=notice>\(notice.text)</p>" }.joined()
    }

    private var legend: HTML {
        let names = ["shape", "color", "pattern", "kind", "text", "shown"].filter { name in
            (answered.answer.shownHits + answered.answer.nearest).contains { hit in
                hit.explanation?.parts.contains { $0.name == name && $0.value > 0 } ?? false
            }
        }
        if names.isEmpty { return "" }
        return "<p class=legend>\(names.map { name -> HTML in "<span><i class=\(name)></i>\(name)</span>" })</p>"
    }

    /// Hits or groups, or else the nearest items; with the main color of each card.
    private var cards: (html: HTML, colors: [RGB]) {
        var colors: [RGB] = []
        func sheet(_ hits: [Hit], from first: Int = 1) -> HTML {
            let cards = hits.enumerated().map { index, hit -> HTML in
                let picture = pictures.picture(of: hit)
                if let color = picture?.mainColor { colors.append(color) }
                return HitCard(
                    hit: hit, rank: first + index, store: place.path, picture: picture,
                    link: place.link(to: hit.shownSource, from: link), fields: options.fields
                ).html
            }
            return "<ol class=sheet>\n\(cards)</ol>\n"
        }
        let answer = answered.answer
        if !answer.groups.isEmpty {
            let groups = answer.groups.map { group -> HTML in
                let name = group.value.isEmpty ? "without a value" : group.value
                let hits = sheet(group.hits)
                return "<section class=group style=\"--n:\(group.hits.count)\"><h2>\(name)</h2>\(hits)</section>"
            }
            return ("<div class=groups>\(groups)</div>", colors)
        }
        if answer.hits.isEmpty, !answer.nearest.isEmpty {
            return (
                "<h2 class=apart>No item is similar enough; these are the nearest:</h2>" + sheet(answer.nearest), colors
            )
        }
        if answer.hits.isEmpty {
            let isFar = answer.notices.contains { $0.kind == .nothingRelevant }
            return ("<p class=nothing>No item \(isFar ? "is similar enough" : "fits").</p>", [])
        }
        return (sheet(answer.hits, from: answer.firstRank), colors)
    }
}
