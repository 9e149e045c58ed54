import Foundation
import Imaging

/// One image of the report as HTML.
struct ReportCard {
    let outcome: Outcome
    let showsThumbnail: Bool
    let links: ReportLinks

    var html: String {
        let name = outcome.path == Path("-") ? "standard input" : Path(bytes: outcome.path.name).text.htmlEscaped
        let folder = outcome.path.parent.text.htmlEscaped
        let title = links.anchor(to: outcome.path == Path("-") ? nil : outcome.path, name)
        let heading =
            "<h3 title=\"\(outcome.path.text.htmlEscaped)\">\(title)</h3>"
            + (folder == "." ? "" : "<p class=dir title=\"\(folder)\"><bdi>\(folder)</bdi></p>")
        switch outcome.result {
        case .success(let product):
            let hue = product.colors?.main.map { " data-hue=\($0.place.order)" } ?? ""
            return "<li class=card data-bytes=\(outcome.inputBytes)\(hue)>" + stage(product)
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
        if let output = product.outputs.min(by: { $0.bytes < $1.bytes }), output.size != nil {
            let ground = colors.first.map { " style=\"--c:\($0)\"" } ?? ""
            return "<div class=stage\(ground)><img loading=lazy decoding=async alt=\"\" "
                + "src=\"\(links.address(of: output.path))\"></div>"
        }
        if colors.isEmpty { return "<div class=\"stage none\"></div>" }
        let stops = colors.count > 1 ? colors : colors + colors
        return "<div class=stage style=\"background:linear-gradient(135deg,\(stops.joined(separator: ",")))\"></div>"
    }

    private func facts(_ product: Product) -> String {
        var facts: [String] = []
        if let picture = product.picture {
            let format = picture.format.map { "\($0.rawValue.uppercased()) " } ?? ""
            let bytes = outcome.inputBytes > 0 ? ", \(Numbers.bytes(Double(outcome.inputBytes)))" : ""
            facts.append("\(format)\(picture.uprightSize.display)\(bytes)")
            if product.wasThere { facts.append("up to date, not made again") }
            if picture.isTruncated { facts.append("<b>cut off</b>") }
        }
        facts += product.outputs.map { output in
            let text = "\(output.size.map { $0.display + ", " } ?? "")\(Numbers.bytes(Double(output.bytes)))"
            return "→ " + links.anchor(to: output.path, text)
        }
        return facts.joined(separator: "<br>")
    }

    private func swatches(_ colors: [DominantColor]) -> String {
        if colors.isEmpty { return "" }
        let buttons = colors.map { color in
            let share = Int((color.share * 100).rounded())
            return "<button style=\"--c:\(color.hex);flex-grow:\(max(share, 1))\" data-c=\"\(color.hex)\" "
                + "data-s=\"\(share) %\" tabindex=-1 aria-label=\"copy \(color.hex), \(share) %\"></button>"
        }
        return "<div class=colors role=group aria-label=Colors>\(buttons.joined())</div>"
    }
}

extension Size {
    fileprivate var display: String { "\(width)\u{2009}×\u{2009}\(height)" }
}

/// How a page names files on this machine: by their place from its own folder on, so that page and files can be moved
/// together.
struct ReportLinks: Sendable {
    /// The folder of the page; absolute.
    private let folder: Path
    private let current = Path.current

    init(from page: Path) {
        folder = page.absolute(from: current).parent
    }

    /// A relative address, safe inside double quotes.
    func address(of file: Path) -> String {
        let target = file.absolute(from: current).components
        let own = folder.components
        let shared = zip(target, own).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: own.count - shared)
        return (up + target.dropFirst(shared).map(Self.encoded)).joined(separator: "/")
    }

    /// `html` as a link, or as it is where there is no file. One place of the whole sheet is reached with the tabulator
    /// key and all others from there with arrows, so links themselves are no stops.
    func anchor(to file: Path?, _ html: String) -> String {
        guard let file else { return html }
        return "<a href=\"\(address(of: file))\" tabindex=-1>\(html)</a>"
    }

    private static func encoded(_ name: some Sequence<UInt8>) -> String {
        name.map { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + digits.padded(to: 2, atFront: true, with: "0")
            }
        }
        .joined()
    }
}
