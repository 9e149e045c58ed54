import Imaging
import SearchAPI

/// One hit of the page as HTML.
struct HitCard {
    let hit: Hit
    let rank: Int
    let store: Path
    let picture: HitPictures.Picture?
    /// The original of the picture, as an attribute holds it.
    let link: String?
    /// Attributes to show; nil shows all.
    let fields: [String]?

    var html: String {
        let title = (hit.title ?? hit.id).htmlEscaped
        let id = hit.title == nil ? "" : "<p class=dir>\(hit.id.htmlEscaped)</p>"
        let far = hit.isRelevant ? "" : "<p class=note>not really alike</p>"
        return "<li class=\"card\(hit.isRelevant ? "" : " far")\">" + stage
            + "<div class=score title=\"score \(hit.score.threePlaces)\">\(meter)<b>\(hit.score.threePlaces)</b></div>"
            + "<div class=text>\(far)<h3 title=\"\(title)\">\(title)</h3>\(id)\(attributes)</div>"
            + "<div class=act>\(dots)<button class=more data-copy=\"\(command.htmlEscaped)\">Copy search</button></div>"
            + "</li>\n"
    }

    private var stage: String {
        let badge = "<span class=rank>\(rank)</span>"
        guard let picture else { return "<div class=\"stage none\">\(badge)<span>no picture at hand</span></div>" }
        let ground = picture.mainColor.map { " style=\"--c:\($0.hex)\"" } ?? ""
        let image = "\(badge)<img loading=lazy decoding=async alt=\"\" src=\"\(picture.url)\">"
        guard let link else { return "<div class=stage\(ground)>\(image)</div>" }
        let name = "open the picture of \((hit.title ?? hit.id).htmlEscaped)"
        return "<a class=stage\(ground) href=\"\(link)\" aria-label=\"\(name)\">\(image)</a>"
    }

    /// The score as a bar, with the parts that it came from.
    private var meter: String {
        let parts = hit.explanation?.parts.filter { $0.value > 0 } ?? []
        let whole = parts.reduce(0) { $0 + $1.value }
        guard whole > 0 else { return "<i><u class=plain style=\"width:\(percent(hit.score))%\"></u></i>" }
        let pieces = parts.map { name, value in
            "<u class=\(name) style=\"width:\(percent(value / whole * hit.score))%\" "
                + "title=\"\(name) \(value.threePlaces)\"></u>"
        }
        return "<i>\(pieces.joined())</i>"
    }

    private var attributes: String {
        let shown = hit.attributes.filter {
            fields?.contains($0.key) ?? ![String: AttributeValue].titles.contains($0.key)
        }
        let short = shown.filter { !$0.value.isLong }.sorted { $0.key < $1.key }
        let long = shown.filter(\.value.isLong).sorted { $0.key < $1.key }
        let chips = short.map { name, value in
            "<span><em>\(name.htmlEscaped)</em> \(patch(value))\(value.written.htmlEscaped)</span>"
        }
        let paragraphs = long.map {
            "<p class=long title=\"\($0.key.htmlEscaped)\">\($0.value.written.htmlEscaped)</p>"
        }
        return (chips.isEmpty ? "" : "<div class=chips>\(chips.joined())</div>") + paragraphs.joined()
    }

    /// A value that is a color is shown as one.
    private func patch(_ value: AttributeValue) -> String {
        let text = value.written
        guard text.hasPrefix("#"), let color = RGB(hex: text) else { return "" }
        return "<i class=patch style=\"background:\(color.hex)\"></i>"
    }

    /// One stop for the tab key, with the arrow keys from color to color.
    private var dots: String {
        let dots = (picture?.colors ?? []).prefix(4).enumerated().map { index, color in
            let command = "magpie search --color \(color.hex.dropFirst()) --store \(store.text.shellWord)"
            return "<button class=dot style=\"--c:\(color.hex)\" data-copy=\"\(command.htmlEscaped)\" "
                + "tabindex=\(index == 0 ? "0" : "-1") "
                + "title=\"search for \(color.hex)\" aria-label=\"copy a search for \(color.hex)\"></button>"
        }
        return "<span class=dots role=group aria-label=\"colors\">\(dots.joined())</span>"
    }

    /// The call that finds more like it.
    private var command: String {
        "magpie search --id=\(hit.id.shellWord) --store \(store.text.shellWord) --report hits.html"
    }

    private func percent(_ share: Double) -> String { (share * 100).rounded(places: 1) ?? "0" }
}

extension AttributeValue {
    /// Too long for a chip.
    fileprivate var isLong: Bool { written.count > 34 }
}
