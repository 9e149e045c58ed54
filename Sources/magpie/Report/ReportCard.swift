import Foundation
import Imaging

/// One image of the report as HTML.
struct ReportCard {
    let outcome: Outcome
    let showsThumbnail: Bool

    var html: String {
        let name = Path(bytes: outcome.path.name).text.htmlEscaped
        let folder = outcome.path.parent.text.htmlEscaped
        let heading =
            "<h3 title=\"\(outcome.path.text.htmlEscaped)\">\(name)</h3>"
            + (folder == "." ? "" : "<p class=dir>\(folder)</p>")
        switch outcome.result {
        case .success(let product):
            return "<li class=card>" + stage(product)
                + "<div class=text>\(heading)<p class=facts>\(facts(product))</p></div>"
                + swatches(product.colors ?? []) + "</li>\n"
        case .failure(let error):
            return "<li class=\"card bad\"><div class=stage><span>\(error.code)</span></div>"
                + "<div class=text>\(heading)<p class=facts>\(error.description.htmlEscaped)</p></div></li>\n"
        }
    }

    /// The picture on a ground of its own main color; its colors alone where there is no thumbnail.
    private func stage(_ product: Product) -> String {
        let colors = (product.colors ?? []).map(\.hex)
        if showsThumbnail, let thumbnail = product.thumbnail {
            let ground = colors.first.map { " style=\"--c:\($0)\"" } ?? ""
            return "<div class=stage\(ground)><img loading=lazy decoding=async alt=\"\" "
                + "src=\"data:image/jpeg;base64,\(Data(thumbnail).base64EncodedString())\"></div>"
        }
        if product.picture == nil { return "<div class=\"stage none\"><span>already there</span></div>" }
        if colors.isEmpty { return "<div class=\"stage none\"></div>" }
        let stops = colors.count > 1 ? colors : colors + colors
        return "<div class=stage style=\"background:linear-gradient(135deg,\(stops.joined(separator: ",")))\"></div>"
    }

    private func facts(_ product: Product) -> String {
        var facts: [String] = []
        if let picture = product.picture {
            let format = picture.format.map { "\($0.rawValue.uppercased()) " } ?? ""
            facts.append("\(format)\(picture.uprightSize.display), \(Numbers.bytes(Double(outcome.inputBytes)))")
            if picture.isTruncated { facts.append("<b>cut off</b>") }
        }
        facts += product.outputs.map { output in
            "→ \(output.size.map { $0.display + ", " } ?? "")\(Numbers.bytes(Double(output.bytes)))"
        }
        return facts.joined(separator: "<br>")
    }

    private func swatches(_ colors: [DominantColor]) -> String {
        if colors.isEmpty { return "" }
        let buttons = colors.map { color in
            let share = Int((color.share * 100).rounded())
            return "<button style=\"--c:\(color.hex);flex-grow:\(max(share, 1))\" data-c=\"\(color.hex)\" "
                + "data-s=\"\(share) %\" aria-label=\"copy \(color.hex)\"></button>"
        }
        return "<div class=colors>\(buttons.joined())</div>"
    }
}

extension Size {
    fileprivate var display: String { "\(width)\u{2009}×\u{2009}\(height)" }
}
