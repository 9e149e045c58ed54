import VisualSearch
import WireFormat

/// The page of `magpie recommend --report`: the seeds, and the items with the reasons for each.
struct RecommendPage {
    /// The reasons that are written out.
    static let reasons = 3

    let recommended: Recommended
    let filters: [String]
    let pictures: HitPictures

    private var request: RecommendationRequest { recommended.request }
    private var answer: RecommendationAnswer { recommended.answer }

    var html: HTML {
        // Strongest first.
        let seeds = request.seeds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { id, weight in
            (id: id, weight: weight, item: item(id))
        }
        let figures = seeds.prefix(8).map { figure($0.id, $0.weight, $0.item) }
        let cards = cards
        var page = Page(
            kind: "hits recommend", title: question(seeds.map { $0.item?.attributes.title ?? $0.id }), entries: "items",
            colors: cards.compactMap(\.stage.color))
        page.question = ("base", .unless(figures.isEmpty, "<div class=seeds>\(figures)</div>"))
        page.tiles = [
            .init("items", "\(answer.items.count)", "of \(request.limit) places"),
            .init("model", answer.model, answer.variant.map { "variant \($0)" } ?? "of this store"),
            .init("time", recommended.time, "for the whole answer"),
        ]
        let filled = answer.items.count(where: \.isFilled)
        if filled > 0 { page.tiles.append(.init("by chance", "\(filled)", "to fill the places")) }
        page.conditions = filters + request.categories.map { "of type \($0)" }
        page.notices = answer.notices.map(\.sentence)
        for kind in answer.items.flatMap({ $0.reasons.map(\.kind) }) where !page.legend.contains(kind) {
            page.legend.append(kind)
        }
        page.origin = pictures.place.path.text
        if cards.isEmpty { return page.html(["<p class=nothing>No item fits.</p>"]) }
        return page.html(["<ol class=sheet>\n\(cards.html(\.html))</ol>\n"])
    }

    private func item(_ id: String) -> Item? {
        let found = try? pictures.store.read { snapshot throws(SearchError) in try snapshot.item(id) }
        return found ?? nil
    }

    private func question(_ names: [String]) -> String {
        let start = names.count > 2 ? "\(names[0]) and \(names.count - 1) more" : names.joined(separator: " and ")
        if let customer = request.customer.first { return "For \(customer)" + (start.isEmpty ? "" : ", with \(start)") }
        return start.isEmpty ? "Recommended: \(answer.model)" : "With \(start)"
    }

    private func figure(_ id: String, _ weight: Double, _ item: Item?) -> HTML {
        let title = item?.attributes.title ?? id
        let weight: HTML = .unless(request.seeds.count < 2, "<b>× \(weight.rounded(places: 2) ?? "1")</b>")
        let caption: HTML = "<figcaption>\(title)\(weight)</figcaption></figure>"
        guard let picture = pictures.picture(id: id, source: item?.source) else {
            return "<figure class=none>\(caption)"
        }
        return """
            <figure\(.ground(picture.mainColor))>\
            <img alt="the picture of \(title)" src="\(picture.url)">\(caption)
            """
    }

    private var cards: [Card] {
        var titles: [String: String] = [:]
        for seed in Set(answer.items.flatMap { $0.reasons.prefix(Self.reasons).compactMap(\.seed) }) {
            titles[seed] = item(seed)?.attributes.title
        }
        return answer.items.enumerated().map { index, item in
            let phrases = item.reasons.map { reason in reason.phrase(for: reason.seed.flatMap { titles[$0] }) }
            return pictures.card(item, rank: index + 1, phrases: phrases)
        }
    }
}
