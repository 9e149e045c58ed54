import Imaging
import SearchAPI
import WireFormat

/// One hit of the page as HTML.
struct HitCard {
    let hit: Hit
    let rank: Int
    let store: Path
    let picture: HitPictures.Preview?
    /// The address of the original picture.
    let link: String?
    /// Attributes to show; nil shows all.
    let fields: [String]?

    var html: HTML {
        let title = hit.title ?? hit.id
        let id: HTML = hit.title == nil ? "" : "<p class=dir><bdi>\(hit.id)</bdi></p>"
        let far: HTML = hit.isRelevant ? "" : "<p class=note>not similar enough</p>"
        let score = hit.score.threePlaces
        return """
            <li class="card\(hit.isRelevant ? "" : " far")">\(stage)\
            <div class=score title="score \(score)">\(meter)<b>\(score)</b></div>\
            <div class=text>\(far)<h3 title="\(title)">\(title)</h3>\(id)\(attributes)</div>\(swatches)\
            <div class=act>\(dots)<button class=more data-copy="\(command(hit.id))">Copy search</button></div></li>

            """
    }

    private var stage: HTML {
        let badge: HTML = "<span class=rank>\(rank)</span>"
        guard let picture else { return "<div class=\"stage none\">\(badge)<span>no picture at hand</span></div>" }
        let ground = PageParts.ground(picture.mainColor)
        let image: HTML = "\(badge)<img loading=lazy decoding=async alt=\"\" src=\"\(picture.url)\">"
        guard let link else { return "<div class=stage\(ground)>\(image)</div>" }
        let name = "open the picture of \(hit.title ?? hit.id)"
        return "<a class=stage\(ground) href=\"\(link)\" aria-label=\"\(name)\">\(image)</a>"
    }

    /// The score as a bar, with the parts that it came from.
    private var meter: HTML {
        let parts = hit.explanation?.parts.filter { $0.value > 0 } ?? []
        let whole = parts.reduce(0) { $0 + $1.value }
        guard whole > 0 else { return "<i><u class=plain style=\"width:\(percent(hit.score))%\"></u></i>" }
        let pieces = parts.map { name, value -> HTML in
            """
            <u class=\(name) style="width:\(percent(value / whole * hit.score))%" title="\(name) \(value.threePlaces)"></u>
            """
        }
        return "<i>\(pieces)</i>"
    }

    private var attributes: HTML {
        let selected = hit.attributes.filter {
            fields?.contains($0.key) ?? ![String: AttributeValue].titles.contains($0.key)
        }
        let short = selected.filter { !$0.value.isLong }.sorted { $0.key < $1.key }
        let long = selected.filter(\.value.isLong).sorted { $0.key < $1.key }
        var chips = short.map { name, value -> HTML in
            "<span><em>\(name)</em> \(patch(value))\(value.written)</span>"
        }
        let paragraphs = long.map { name, value -> HTML in
            "<p class=long title=\"\(name)\">\(value.written)</p>"
        }
        if let shown = hit.picture, shown.number > 1 {
            chips.insert("<span title=\"the picture that agrees best\"><em>picture</em> \(shown.label)</span>", at: 0)
        }
        if let guess = hit.guessedType {
            let title = "guessed from the picture; right with a probability of \(guess.probability.threePlaces)"
            chips.insert("<span class=guess title=\"\(title)\"><em>guess</em> \(guess.label)</span>", at: 0)
        }
        return (chips.isEmpty ? "" : "<div class=chips>\(chips)</div>") + paragraphs.joined()
    }

    /// A value that is a color is shown as one.
    private func patch(_ value: AttributeValue) -> HTML {
        let text = value.written
        guard text.hasPrefix("#"), let color = RGB(hex: text) else { return "" }
        return "<i class=patch style=\"background:\(color.hex)\"></i>"
    }

    /// One stop for the tab key, with the arrow keys from color to color.
    private var dots: HTML {
        let dots = (picture?.colors ?? []).prefix(4).enumerated().map { index, color -> HTML in
            let command = "magpie search --color \(color.hex.dropFirst()) --store \(store.text.shellWord)"
            return """
                <button class=dot style="--c:\(color.hex)" data-copy="\(command)" tabindex=\(index == 0 ? 0 : -1) \
                title="search for \(color.hex)" aria-label="copy a search for \(color.hex)"></button>
                """
        }
        return "<span class=dots role=group aria-label=\"colors\">\(dots)</span>"
    }

    /// The colors of the variants that the hit stands for, its own first; each of the others copies a search for it.
    private var swatches: HTML {
        guard let variants = hit.variants, let count = hit.variantCount, count > 0 else { return "" }
        let own = hit.swatch.map { color -> HTML in
            "<i class=dot style=\"--c:\(color.hex)\" title=\"\(hit.id)\"></i>"
        }
        let others = variants.enumerated().map { index, variant -> HTML in
            let color = variant.color?.hex ?? "transparent"
            return """
                <button class=dot style="--c:\(color)" data-copy="\(command(variant.id))" \
                tabindex=\(index == 0 ? 0 : -1) title="\(name(of: variant))" \
                aria-label="copy a search for \(name(of: variant))"></button>
                """
        }
        let left = count - variants.count
        let rest: HTML = left > 0 ? "<small>+\(Numbers.count(left))</small>" : ""
        let label = Numbers.plural(count, "other variant")
        return """
            <div class=swatches>\(own ?? "")\
            <span class=dots role=group aria-label="\(label)">\(others)</span>\(rest)</div>
            """
    }

    /// The id of a variant, and what sets it apart in few words.
    private func name(of variant: HitVariant) -> String {
        let apart = variant.attributes.filter { !$0.value.isLong }.sorted { $0.key < $1.key }
        return ([variant.id] + apart.map { "\($0.key) \($0.value.written)" }).joined(separator: ", ")
    }

    /// The call that finds more like it.
    private func command(_ id: String) -> String {
        "magpie search --id=\(id.shellWord) --store \(store.text.shellWord) --report hits.html"
    }

    private func percent(_ share: Double) -> String { (share * 100).rounded(places: 1) ?? "0" }
}

extension AttributeValue {
    /// Too long for a chip.
    fileprivate var isLong: Bool { written.count > 34 }
}
