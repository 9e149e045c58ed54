import Imaging
import SearchAPI
import WireFormat

/// A picture with its texts: a hit, a recommended item, a prepared image, one of several copies.
struct Card {
    /// The picture on a ground of its color, or what stands for it.
    struct Stage {
        /// The address of the small picture.
        var picture: String?
        /// Of the ground.
        var color: RGB?
        /// Colors that stand in place of a picture.
        var colors: [RGB] = []
        /// The address that the picture leads to, and its name for those who do not see it.
        var link: (to: String, name: String)?
        var badges: HTML = ""
        /// Stands in place of a picture.
        var text = "no picture at hand"

        fileprivate var html: HTML {
            let kind = picture == nil && colors.isEmpty ? "stage none" : "stage"
            let stops = colors.map(\.hex).joined(separator: ",")
            let ground: HTML =
                colors.isEmpty ? .ground(color) : " style=\"background:linear-gradient(135deg,\(stops))\""
            let image: HTML =
                picture.map { "<img loading=lazy decoding=async alt=\"\" src=\"\($0)\">" } ?? "<span>\(text)</span>"
            let inside: HTML = "\(ground)>\(badges)\(image)"
            guard let link else { return "<div class=\(kind)\(inside)</div>" }
            return "<a class=\(kind) href=\"\(link.to)\" aria-label=\"\(link.name)\"\(inside)</a>"
        }
    }

    /// A share of the score, with the class of its color.
    struct Part {
        let kind: String
        let share: Double
        let hint: String
    }

    /// A further class, such as `far`.
    var kind = ""
    /// Attributes to sort by.
    var data: HTML = ""
    var stage: Stage
    var score: (value: Double, parts: [Part])?
    /// Stands above the title.
    var mark: HTML = ""
    var title: String
    /// The title as markup, such as a link, and the text that is shown when it is pointed at.
    var heading: (html: HTML, hint: String)?
    var folder: String?
    var text: HTML = ""
    /// Below the texts, over the whole width.
    var foot: HTML = ""

    var html: HTML {
        let meter = score.html { score, parts in
            let pieces = parts.html {
                "<u class=\($0.kind) style=\"width:\(($0.share * 100).rounded(places: 1) ?? "0")%\" title=\"\($0.hint)\"></u>"
            }
            let number = score.threePlaces
            return "<div class=score title=\"score \(number)\"><i>\(pieces)</i><b>\(number)</b></div>"
        }
        return """
            <li class="\(kind.isEmpty ? "card" : "card \(kind)")"\(data)>\(stage.html)\(meter)<div class=text>\(mark)\
            <h3 title="\(heading?.hint ?? title)">\(heading?.html ?? HTML(title))</h3>\
            \(folder.html { "<p class=dir title=\"\($0)\"><bdi>\($0)</bdi></p>" })\(text)</div>\(foot)</li>

            """
    }
}

extension HTML {
    /// The attribute that gives an element the color of a picture as its ground.
    static func ground(_ color: RGB?) -> HTML { color.html { " style=\"--c:\($0.hex)\"" } }

    static func chips(_ chips: [HTML]) -> HTML { .unless(chips.isEmpty, "<div class=chips>\(chips)</div>") }

    static func chip(_ name: String, _ value: HTML, hint: String? = nil, kind: String? = nil) -> HTML {
        """
        <span\(kind.html { " class=\($0)" })\(hint.html { " title=\"\($0)\"" })><em>\(name)</em> \(value)</span>
        """
    }

    /// A small square of a color; nothing if the text is no color.
    static func patch(_ text: String?) -> HTML {
        guard let text, text.hasPrefix("#"), let color = RGB(hex: text) else { return "" }
        return "<i class=patch style=\"background:\(color.hex)\"></i>"
    }

    /// Dots that copy a call: one stop for the tab key, with the arrow keys from dot to dot.
    static func dots(_ label: String, _ dots: [(color: String, command: String, hint: String, name: String)]) -> HTML {
        let dots = dots.enumerated().map { index, dot -> HTML in
            """
            <button class=dot style="--c:\(dot.color)" data-copy="\(dot.command)" tabindex=\(index == 0 ? 0 : -1) \
            title="\(dot.hint)" aria-label="copy a search for \(dot.name)"></button>
            """
        }
        return "<span class=dots role=group aria-label=\"\(label)\">\(dots)</span>"
    }
}
