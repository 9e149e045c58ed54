import Imaging
import SearchAPI
import WireFormat

// The cards of items of a store.
extension HitPictures {
    func card(_ hit: Hit, rank: Int, picture: Preview?) -> Card {
        let parts = hit.explanation?.parts.filter { $0.value > 0 } ?? []
        let whole = parts.reduce(0) { $0 + $1.value }
        let shares = parts.map {
            Card.Part(kind: $0.name, share: $0.value / whole * hit.score, hint: "\($0.name) \($0.value.threePlaces)")
        }
        let plain = Card.Part(kind: "plain", share: hit.score, hint: "score \(hit.score.threePlaces)")
        var card = itemCard(hit.id, hit.title, picture, source: hit.shownSource, "<span class=rank>\(rank)</span>")
        if !hit.isRelevant { (card.kind, card.mark) = ("far", "<p class=note>not similar enough</p>") }
        card.score = (hit.score, shares.isEmpty ? [plain] : shares)
        var (chips, paragraphs) = texts(hit.attributes)
        if let shown = hit.picture, shown.number > 1 {
            chips.insert(.chip("picture", HTML(shown.label), hint: "the picture that agrees best"), at: 0)
        }
        if let guess = hit.guessedType {
            let hint = "guessed from the picture; right with a probability of \(guess.probability.threePlaces)"
            chips.insert(.chip("guess", HTML(guess.label), hint: hint, kind: "guess"), at: 0)
        }
        card.text = "\(.chips(chips))\(paragraphs)"
        let colors = (picture?.colors ?? []).prefix(4).map(\.hex).map { color in
            (
                color: color, command: "magpie search --color \(color.dropFirst()) --store \(call)",
                hint: "search for \(color)", name: color
            )
        }
        card.foot = "\(swatches(of: hit))\(.action(.dots("colors", colors), "Copy search", search(hit.id)))"
        return card
    }

    /// - Parameter phrases: The reasons in words.
    func card(_ item: Recommendation, rank: Int, phrases: [String]) -> Card {
        let reasons = zip(item.reasons, phrases)
        let more = item.reasons.count - RecommendPage.reasons
        let badges: HTML = "<span class=rank>\(rank)</span><span class=\"rank engine\">\(item.engine)</span>"
        var card = itemCard(
            item.id, item.attributes.title, picture(id: item.id, source: item.source), source: item.source, badges)
        card.kind = item.isFilled ? "far" : ""
        card.score = (
            item.score, reasons.map { Card.Part(kind: $0.kind, share: $0.share * item.score, hint: $1) }
        )
        card.text = """
            <ul class=why>\
            \(reasons.prefix(RecommendPage.reasons).html { "<li><i class=\($0.kind)></i><span>\($1)</span></li>" })\
            \(.unless(more <= 0, "<li><span>and \(Numbers.plural(more, "more reason"))</span></li>"))</ul>\
            \(.chips(texts(item.attributes).chips))
            """
        let command = "magpie recommend --seed \(item.id.shellWord) --store \(call) --report page.html"
        card.foot = .action("", "Copy question", command)
        return card
    }

    private func itemCard(
        _ id: String, _ title: String?, _ picture: Preview?, source: String?, _ badges: HTML
    ) -> Card {
        let target = picture.flatMap { _ in place.link(to: source, from: link) }
        let name = title ?? id
        return Card(
            stage: .init(
                picture: picture?.url, color: picture?.mainColor,
                link: target.map { ($0, "open the picture of \(name)") }, badges: badges),
            title: name, folder: title == nil ? nil : id)
    }

    /// Short values as chips, long ones as paragraphs.
    private func texts(_ attributes: [String: AttributeValue]) -> (chips: [HTML], paragraphs: [HTML]) {
        // The title stands above the texts already.
        let (name, titles) = (attributes.title, Set(FieldRole.title.fields(among: attributes.keys)))
        let shown = attributes.filter { field, value in
            fields?.contains(field) ?? !(titles.contains(field) && value.written == name)
        }
        let (short, long) = (shown.filter { !$0.value.isLong }, shown.filter(\.value.isLong))
        return (
            short.sorted { $0.key < $1.key }.map { .chip($0.key, "\(.patch($0.value.written))\($0.value.written)") },
            long.sorted { $0.key < $1.key }.map { "<p class=long title=\"\($0.key)\">\($0.value.written)</p>" }
        )
    }

    /// The colors of the variants that the hit stands for, its own first; each of the others copies a search for it.
    private func swatches(of hit: Hit) -> HTML {
        guard let variants = hit.variants, let count = hit.variantCount, count > 0 else { return "" }
        let others = variants.map { variant in
            let apart = variant.attributes.filter { !$0.value.isLong }.sorted { $0.key < $1.key }
            let name = ([variant.id] + apart.map { "\($0.key) \($0.value.written)" }).joined(separator: ", ")
            return (color: variant.color?.hex ?? "transparent", command: search(variant.id), hint: name, name: name)
        }
        return """
            <div class=swatches>\(hit.swatch.html { "<i class=dot style=\"--c:\($0.hex)\" title=\"\(hit.id)\"></i>" })\
            \(.dots(Numbers.plural(count, "other variant"), others))\
            \(.unless(count <= variants.count, "<small>+\(Numbers.count(count - variants.count))</small>"))</div>
            """
    }

    /// The call that finds more like an item.
    private func search(_ id: String) -> String {
        "magpie search --id=\(id.shellWord) --store \(call) --report hits.html"
    }

    /// The store as a word of a call.
    private var call: String { place.path.text.shellWord }
}

extension AttributeValue {
    /// Too long for a chip.
    fileprivate var isLong: Bool { written.count > 34 }
}

extension HTML {
    fileprivate static func action(_ dots: HTML, _ name: String, _ command: String) -> HTML {
        "<div class=act>\(dots)<button class=more data-copy=\"\(command)\">\(name)</button></div>"
    }
}
