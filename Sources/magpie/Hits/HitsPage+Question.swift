import Foundation
import Imaging
import SearchAPI

// The query, in words and as a picture.
extension HitsPage {
    var plainQuestion: String {
        var parts: [String] = []
        if let picture = found.query.picture { parts.append("like \(Path(bytes: picture.name).text)") }
        if let id = found.query.options.id { parts.append("like \(found.answer.queryItem?.attributes.title ?? id)") }
        if let text = found.query.options.text { parts.append("“\(text)”") }
        if !found.query.options.colors.isEmpty {
            parts.append(found.query.options.colors.map(\.color.hex).joined(separator: " + "))
        }
        return parts.joined(separator: ", ")
    }

    var question: String {
        let text = plainQuestion
        return text.prefix(1).uppercased().htmlEscaped + text.dropFirst().description.htmlEscaped
    }

    /// The picture with its box, or the colors, or the words.
    var subject: String {
        let query = found.query.options
        var parts: [String] = []
        if let file = found.query.picture {
            parts.append(figure(HitPictures.picture(of: file, pictures.limits), box: found.answer.queryBox))
        } else if let item = found.answer.queryItem {
            parts.append(figure(pictures.picture(id: item.id, source: item.source), box: nil))
        }
        if !query.colors.isEmpty {
            let slices = query.colors.map { color in
                "<button style=\"--c:\(color.color.hex);color:\(color.color.readableInk);"
                    + "flex-grow:\(color.weight.rounded(places: 3) ?? "1")\" "
                    + "data-copy=\"\(color.color.hex)\">\(color.color.hex)</button>"
            }
            parts.append("<div class=slices>\(slices.joined())</div>")
        }
        if let text = query.text { parts.append("<blockquote>\(text.htmlEscaped)</blockquote>") }
        return "<div class=subject>\(parts.joined())</div>"
    }

    private func figure(_ picture: HitPictures.Picture?, box: Box?) -> String {
        guard let picture else { return "<figure class=none>the picture of the query is not at hand</figure>" }
        let size = picture.size
        var overlay = ""
        if let box, box != Box(covering: size), !box.isPoint {
            let outer = "M0 0H\(size.width)V\(size.height)H0Z"
            let inner = "M\(box.left) \(box.top)H\(box.right)V\(box.bottom)H\(box.left)Z"
            overlay =
                "<svg viewBox=\"0 0 \(size.width) \(size.height)\" aria-hidden=true>"
                + "<path class=dim fill-rule=evenodd d=\"\(outer)\(inner)\"/><path class=box d=\"\(inner)\"/></svg>"
        }
        let ground = picture.mainColor.map { " style=\"--c:\($0.hex)\"" } ?? ""
        let image = "<img alt=\"the picture of the query\" src=\"\(picture.url)\">"
        return "<figure\(ground)><span>\(image)\(overlay)</span></figure>"
    }
}

extension RGB {
    /// Black or white, whichever has the higher contrast on this color (WCAG 2.2, relative luminance): 4.58 at least.
    var readableInk: String {
        func linear(_ value: UInt8) -> Double {
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#fff" : "#000"
    }
}
