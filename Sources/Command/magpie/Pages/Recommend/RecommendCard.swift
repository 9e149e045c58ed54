import Imaging
import SearchAPI
import WireFormat

/// One recommended item of the page as HTML.
struct RecommendCard {
    /// The reasons that are written out.
    static let reasons = 3

    let item: Recommendation
    let rank: Int
    let store: Path
    let picture: HitPictures.Preview?
    /// The address of the original picture.
    let link: String?
    /// Attributes to show; nil shows all.
    let fields: [String]?
    /// The titles of seeds by id.
    let titles: [String: String]

    var html: HTML {
        let title = item.attributes.title ?? item.id
        let id: HTML = item.attributes.title == nil ? "" : "<p class=dir><bdi>\(item.id)</bdi></p>"
        let score = item.score.threePlaces
        return """
            <li class="card\(item.isFilled ? " far" : "")">\(stage(title))\
            <div class=score title="score \(score)">\(meter)<b>\(score)</b></div>\
            <div class=text><h3 title="\(title)">\(title)</h3>\(id)<ul class=why>\(why)</ul>\(chips)</div>\
            <div class=act><button class=more data-copy="\(command)">Copy question</button></div></li>

            """
    }

    private func stage(_ title: String) -> HTML {
        let badge: HTML = "<span class=rank>\(rank)</span><span class=engine>\(item.engine)</span>"
        guard let picture else { return "<div class=\"stage none\">\(badge)<span>no picture at hand</span></div>" }
        let ground = PageParts.ground(picture.mainColor)
        let image: HTML = "\(badge)<img loading=lazy decoding=async alt=\"\" src=\"\(picture.url)\">"
        guard let link else { return "<div class=stage\(ground)>\(image)</div>" }
        return "<a class=stage\(ground) href=\"\(link)\" aria-label=\"open the picture of \(title)\">\(image)</a>"
    }

    /// The score as a bar, with the shares that it came from.
    private var meter: HTML {
        let pieces = item.reasons.map { reason -> HTML in
            let width = (reason.share * item.score * 100).rounded(places: 1) ?? "0"
            return "<u class=\(reason.kind) style=\"width:\(width)%\" title=\"\(phrase(reason))\"></u>"
        }
        return "<i>\(pieces)</i>"
    }

    private var why: HTML {
        let lines = item.reasons.prefix(Self.reasons).map { reason -> HTML in
            "<li><i class=\(reason.kind)></i><span>\(phrase(reason))</span></li>"
        }
        let more = item.reasons.count - Self.reasons
        return lines.joined() + (more > 0 ? "<li><span>and \(Numbers.plural(more, "more reason"))</span></li>" : "")
    }

    private func phrase(_ reason: Recommendation.Reason) -> String {
        reason.phrase(for: reason.seed.flatMap { titles[$0] })
    }

    private var chips: HTML {
        let selected = item.attributes.filter { name, value in
            (fields?.contains(name) ?? ![String: AttributeValue].titles.contains(name)) && value.written.count <= 34
        }
        let chips = selected.sorted { $0.key < $1.key }.map { name, value -> HTML in
            "<span><em>\(name)</em> \(value.written)</span>"
        }
        return chips.isEmpty ? "" : "<div class=chips>\(chips)</div>"
    }

    /// The call that goes on from this item.
    private var command: String {
        "magpie recommend --seed \(item.id.shellWord) --store \(store.text.shellWord) --report page.html"
    }
}
