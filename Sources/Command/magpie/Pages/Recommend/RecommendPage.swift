import Imaging
import SearchAPI
import VisualSearch
import WireFormat

/// The page of `magpie recommend --report`: the seeds, and the items with the reasons for each.
struct RecommendPage {
    let recommended: Recommended
    let place: StorePlace
    /// Attributes to show; nil shows all.
    let fields: [String]?
    let filters: [String]
    let pictures: HitPictures
    let link: PageLink

    var html: HTML {
        let cards = cards
        return """
            \(PageParts.head(question, PageParts.reportStyle, PageParts.hitsStyle, PageParts.recommendStyle))
            <body class="hits recommend">
            <a class=skip href="#found">Skip to the items</a>
            <header>
            <h1>\(PageParts.bird)<span>\(question)</span></h1>
            \(PageParts.palette(cards.colors))
            <div class=base>\(seeds)<div class=side><dl class=tiles>\(tiles)</dl>\(conditions)</div></div>
            </header>
            <main id=found>\(notices)\(legend)\(cards.html)</main>
            <footer><p>magpie \(Version.number) · \(place.path.text)</p></footer>
            <div class=toast role=status></div>
            <script>\(PageParts.hitsScript)</script>
            </body>
            </html>

            """
    }

    private var request: RecommendationRequest { recommended.request }
    private var answer: RecommendationAnswer { recommended.answer }

    // MARK: the question

    private var question: String {
        let names = seedItems.map { $0.item?.attributes.title ?? $0.id }
        let start = names.count > 2 ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: " and ")
        if let customer = request.customer.first { return "For \(customer)" + (start.isEmpty ? "" : ", with \(start)") }
        return start.isEmpty ? "Recommended: \(answer.model)" : "With \(start)"
    }

    /// The seeds, strongest first.
    private var seedItems: [(id: String, weight: Double, item: Item?)] {
        request.seeds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { id, weight in
            (id, weight, item(id))
        }
    }

    private func item(_ id: String) -> Item? {
        let found = try? pictures.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
        return found ?? nil
    }

    private var seeds: HTML {
        let figures = seedItems.prefix(8).map { id, weight, item -> HTML in
            let title = item?.attributes.title ?? id
            let weight: HTML = request.seeds.count > 1 ? "<b>× \(weight.rounded(places: 2) ?? "1")</b>" : ""
            guard let picture = pictures.picture(id: id, source: item?.source) else {
                return "<figure class=none><figcaption>\(title)\(weight)</figcaption></figure>"
            }
            return """
                <figure\(PageParts.ground(picture.mainColor))><img alt="the picture of \(title)" src="\(picture.url)">\
                <figcaption>\(title)\(weight)</figcaption></figure>
                """
        }
        return figures.isEmpty ? "" : "<div class=seeds>\(figures)</div>"
    }

    private var tiles: HTML {
        var tiles = [
            PageParts.tile("items", "\(answer.items.count)", "of \(request.limit) places"),
            PageParts.tile("model", answer.model, answer.variant.map { "variant \($0)" } ?? "of this store"),
            PageParts.tile("time", recommended.time, "for the whole answer"),
        ]
        let filled = answer.items.count(where: \.isFilled)
        if filled > 0 { tiles.append(PageParts.tile("by chance", "\(filled)", "to fill the places")) }
        return tiles.joined()
    }

    private var conditions: HTML {
        let parts = filters + request.categories.map { "of type \($0)" }
        if parts.isEmpty { return "" }
        return "<p class=where>\(parts.map { part -> HTML in "<span>\(part)</span>" })</p>"
    }

    private var notices: HTML {
        answer.notices.map { notice -> HTML in "<p class=notice>\(notice.sentence)</p>" }.joined()
    }

    // MARK: the items

    private var legend: HTML {
        let names = answer.items.flatMap { $0.reasons.map(\.kind) }
        var kinds: [String] = []
        for name in names where !kinds.contains(name) { kinds.append(name) }
        if kinds.isEmpty { return "" }
        return "<p class=legend>\(kinds.map { name -> HTML in "<span><i class=\(name)></i>\(name)</span>" })</p>"
    }

    private var cards: (html: HTML, colors: [RGB]) {
        if answer.items.isEmpty { return ("<p class=nothing>No item fits.</p>", []) }
        var colors: [RGB] = []
        var titles: [String: String] = [:]
        for seed in Set(answer.items.flatMap { $0.reasons.prefix(RecommendCard.reasons).compactMap(\.seed) }) {
            titles[seed] = item(seed)?.attributes.title
        }
        let cards = answer.items.enumerated().map { index, item -> HTML in
            let picture = pictures.picture(id: item.id, source: item.source)
            if let color = picture?.mainColor { colors.append(color) }
            return RecommendCard(
                item: item, rank: index + 1, store: place.path, picture: picture,
                link: place.link(to: item.source, from: link), fields: fields, titles: titles
            ).html
        }
        return ("<ol class=sheet>\n\(cards)</ol>\n", colors)
    }
}
