import Essentials
import Imaging

/// One image of the report as HTML.
struct ReportCard {
    let outcome: Outcome
    let showsThumbnail: Bool
    let link: PageLink

    var html: HTML {
        let name = outcome.path == Path("-") ? "standard input" : Path(bytes: outcome.path.name).text
        let folder = outcome.path.parent.text
        let title = link.anchor(to: outcome.path == Path("-") ? nil : outcome.path, name)
        let place: HTML = folder == "." ? "" : "<p class=dir title=\"\(folder)\"><bdi>\(folder)</bdi></p>"
        let heading: HTML = "<h3 title=\"\(outcome.path.text)\">\(title)</h3>\(place)"
        switch outcome.result {
        case .success(let product):
            let hue: HTML = product.colors?.main.map { " data-hue=\($0.huePosition.order)" } ?? ""
            return """
                <li class=card data-bytes=\(outcome.inputBytes)\(hue)>\(stage(product))<div class=text>\(heading)\
                <p class=facts>\(facts(product))</p></div>\(swatches(product.colors ?? []))</li>

                """
        case .failure(let error):
            return """
                <li class="card bad"><div class=stage><span>\(error.code)</span></div><div class=text>\(heading)\
                <p class=facts>\(error.description)</p></div></li>

                """
        }
    }

    /// The picture on a ground of its own main color; its colors alone where there is no thumbnail.
    private func stage(_ product: Product) -> HTML {
        let colors = product.colors ?? []
        let ground = PageParts.ground(colors.first?.color)
        if showsThumbnail, let thumbnail = product.thumbnail {
            return picture("data:image/jpeg;base64,\(Data(thumbnail).base64EncodedString())", ground)
        }
        if let output = product.outputs.min(by: { $0.bytes < $1.bytes }), output.size != nil {
            return picture(link.address(of: output.path), ground)
        }
        if colors.isEmpty { return "<div class=\"stage none\"></div>" }
        let stops = (colors.count > 1 ? colors : colors + colors).map(\.hex).joined(separator: ",")
        return "<div class=stage style=\"background:linear-gradient(135deg,\(stops))\"></div>"
    }

    private func picture(_ address: String, _ ground: HTML) -> HTML {
        "<div class=stage\(ground)><img loading=lazy decoding=async alt=\"\" src=\"\(address)\"></div>"
    }

    private func facts(_ product: Product) -> HTML {
        var facts: [HTML] = []
        if let picture = product.picture {
            let format = picture.format.map { "\($0.rawValue.uppercased()) " } ?? ""
            let bytes = outcome.inputBytes > 0 ? ", \(Numbers.bytes(Double(outcome.inputBytes)))" : ""
            facts.append("\(format)\(picture.uprightSize.display)\(bytes)")
            if product.wasThere { facts.append("up to date, not made again") }
            if picture.isTruncated { facts.append("<b>cut off</b>") }
        }
        facts += product.outputs.map { output -> HTML in
            let size = output.size.map { $0.display + ", " } ?? ""
            return "→ \(link.anchor(to: output.path, size + Numbers.bytes(Double(output.bytes))))"
        }
        return facts.joined("<br>")
    }

    private func swatches(_ colors: [DominantColor]) -> HTML {
        if colors.isEmpty { return "" }
        let buttons = colors.map { color -> HTML in
            let share = Int((color.share * 100).rounded())
            return """
                <button style="--c:\(color.hex);flex-grow:\(max(share, 1))" data-c="\(color.hex)" data-s="\(share) %" \
                tabindex=-1 aria-label="copy \(color.hex), \(share) %"></button>
                """
        }
        return "<div class=colors role=group aria-label=Colors>\(buttons)</div>"
    }
}

extension Size {
    fileprivate var display: String { "\(width)\u{2009}×\u{2009}\(height)" }
}

extension PageLink {
    /// Returns a text as a link, or as it is where there is no file. The tabulator key reaches one position of the
    /// whole sheet and arrows reach all others, so links themselves are no tab stops.
    fileprivate func anchor(to file: Path?, _ text: String) -> HTML {
        guard let file else { return HTML(text) }
        return "<a href=\"\(address(of: file))\" tabindex=-1>\(text)</a>"
    }
}
