import Imaging
import SearchAPI
import WireFormat

// The query, in words and as a picture.
extension HitsPage {
    var plainQuestion: String {
        var parts: [String] = []
        parts += answered.query.pictures.map { "like \(Path(bytes: $0.name).text)" }
        for (place, id) in answered.query.options.ids.enumerated() {
            parts.append("like \(place == 0 ? answered.answer.queryItem?.attributes.title ?? id : id)")
        }
        parts += answered.query.options.unlike.map { "unlike \($0.text)" }
        if let text = answered.query.options.text { parts.append("“\(text)”") }
        if !answered.query.options.colors.isEmpty {
            parts.append(answered.query.options.colors.map(\.color.hex).joined(separator: " + "))
        }
        parts += answered.query.options.avoidedColors.map { "not \($0.hex)" }
        return parts.joined(separator: ", ")
    }

    var question: String { plainQuestion.prefix(1).uppercased() + plainQuestion.dropFirst() }

    /// The picture with its box, or the colors, or the words.
    var subject: HTML {
        let query = answered.query.options
        var parts: [HTML] = []
        for (place, file) in answered.query.pictures.enumerated() {
            let box = place == 0 ? answered.answer.queryBox : nil
            parts.append(figure(HitPictures.picture(of: file, pictures.limits), box: box))
        }
        if let item = answered.answer.queryItem {
            parts.append(figure(pictures.picture(id: item.id, source: item.source), box: nil))
        }
        if !query.colors.isEmpty {
            let slices = query.colors.map { color -> HTML in
                let (hex, weight) = (color.color.hex, color.weight.rounded(places: 3) ?? "1")
                return """
                    <button style="--c:\(hex);color:\(color.color.readableInk);flex-grow:\(weight)" \
                    data-copy="\(hex)">\(hex)</button>
                    """
            }
            parts.append("<div class=slices>\(slices)</div>")
        }
        if let text = query.text { parts.append("<blockquote>\(text)</blockquote>") }
        return "<div class=subject>\(parts)</div>"
    }

    private func figure(_ picture: HitPictures.Preview?, box: Box?) -> HTML {
        guard let picture else { return "<figure class=none>the picture of the query is not at hand</figure>" }
        let size = picture.size
        var overlay: HTML = ""
        if let box, box != Box(covering: size) {
            let outer = "M0 0H\(size.width)V\(size.height)H0Z"
            let inner = "M\(box.left) \(box.top)H\(box.right)V\(box.bottom)H\(box.left)Z"
            overlay = """
                <svg viewBox="0 0 \(size.width) \(size.height)" aria-hidden=true>\
                <path class=dim fill-rule=evenodd d="\(outer)\(inner)"/><path class=box d="\(inner)"/></svg>
                """
        }
        let ground = PageParts.ground(picture.mainColor)
        let image: HTML = "<img alt=\"the picture of the query\" src=\"\(picture.url)\">"
        return "<figure\(ground)><span>\(image)\(overlay)</span></figure>"
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
