import Imaging
import SearchAPI
import WireFormat

// The query, in words and as a picture.
extension HitsPage {
    var words: String {
        let query = answered.query.options
        var parts = answered.query.pictures.map { "like \(Path(bytes: $0.name).text)" }
        for (place, id) in query.ids.enumerated() {
            parts.append("like \(place == 0 ? answered.answer.queryItem?.attributes.title ?? id : id)")
        }
        parts += query.unlike.map { "unlike \($0.text)" }
        if let text = query.text { parts.append("“\(text)”") }
        if !query.colors.isEmpty { parts.append(query.colors.map(\.color.hex).joined(separator: " + ")) }
        return (parts + query.avoidedColors.map { "not \($0.hex)" }).joined(separator: ", ")
    }

    /// The picture with its box, or the colors, or the words.
    var subject: [HTML] {
        let query = answered.query.options
        var parts = answered.query.pictures.enumerated().map { place, file in
            figure(HitPictures.picture(of: file, pictures.limits), box: place == 0 ? answered.answer.queryBox : nil)
        }
        if let item = answered.answer.queryItem {
            parts.append(figure(pictures.picture(id: item.id, source: item.source), box: nil))
        }
        if !query.colors.isEmpty {
            let slices = query.colors.html { color in
                let (hex, weight) = (color.color.hex, color.weight.rounded(places: 3) ?? "1")
                return """
                    <button style="--c:\(hex);color:\(color.color.readableInk);flex-grow:\(weight)" \
                    data-copy="\(hex)">\(hex)</button>
                    """
            }
            parts.append("<div class=slices>\(slices)</div>")
        }
        return parts + (query.text.map { ["<blockquote>\($0)</blockquote>"] } ?? [])
    }

    private func figure(_ picture: HitPictures.Preview?, box: Box?) -> HTML {
        guard let picture else { return "<figure class=none>the picture of the query is not at hand</figure>" }
        let size = picture.size
        let overlay = (box == Box(covering: size) ? nil : box).html { box in
            let inner = "M\(box.left) \(box.top)H\(box.right)V\(box.bottom)H\(box.left)Z"
            return """
                <svg viewBox="0 0 \(size.width) \(size.height)" aria-hidden=true><path class=dim fill-rule=evenodd \
                d="M0 0H\(size.width)V\(size.height)H0Z\(inner)"/><path class=box d="\(inner)"/></svg>
                """
        }
        return .figure(picture, "<img alt=\"the picture of the query\" src=\"\(picture.url)\">\(overlay)")
    }
}

extension HTML {
    /// A picture on a ground of its color, with what lies over it.
    static func figure(_ picture: HitPictures.Preview?, _ layers: HTML) -> HTML {
        "<figure\(.ground(picture?.mainColor))><span>\(layers)</span></figure>"
    }
}

extension RGB {
    /// Black or white, whichever has the higher contrast on this color (WCAG 2.2, relative luminance): 4.58 at least.
    var readableInk: String {
        let light = light
        let luminance = 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
        return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#fff" : "#000"
    }
}
