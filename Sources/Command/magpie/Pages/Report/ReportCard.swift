import Essentials
import Imaging

// The card of a prepared image.
extension Card {
    init(_ outcome: Outcome, showsThumbnail: Bool, link: PageLink) {
        let file = outcome.path == Path("-") ? nil : outcome.path
        let folder = outcome.path.parent.text
        title = file.map { Path(bytes: $0.name).text } ?? "standard input"
        heading = (link.anchor(to: file, title), outcome.path.text)
        self.folder = folder == "." ? nil : folder
        switch outcome.result {
        case .success(let product):
            let colors = product.colors ?? []
            data = " data-bytes=\(outcome.inputBytes)\(colors.main.html { " data-hue=\($0.huePosition.order)" })"
            stage = Stage(product, showsThumbnail: showsThumbnail, link: link)
            text = "<p class=facts>\(Self.facts(product, bytes: outcome.inputBytes, link))</p>"
            foot = Self.swatches(colors)
        case .failure(let error):
            kind = "bad"
            stage = Stage(text: error.code)
            text = "<p class=facts>\(error.description)</p>"
        }
    }

    private static func facts(_ product: Product, bytes: Int, _ link: PageLink) -> HTML {
        var facts: [HTML] = []
        if let picture = product.picture {
            let format = picture.format.map { "\($0.rawValue.uppercased()) " } ?? ""
            facts.append(
                "\(format)\(picture.uprightSize.display)\(bytes > 0 ? ", \(Numbers.bytes(Double(bytes)))" : "")")
            if product.wasThere { facts.append("up to date, not made again") }
            if let preview = picture.preview {
                facts.append(
                    "preview of a RAW file\(preview.sensorSize.html { "; the sensor has \($0.display)" })")
            }
            if picture.isDeveloped { facts.append("developed from a RAW file") }
            if picture.isTruncated { facts.append("<b>cut off</b>") }
        }
        facts += product.outputs.map { output in
            if let obstacle = output.obstacle { return "→ <b>\(obstacle.explanation(offersLenient: false))</b>" }
            let size = output.size.map { $0.display + ", " } ?? ""
            return "→ \(link.anchor(to: output.path, size + Numbers.bytes(Double(output.bytes))))"
        }
        return "\(facts.prefix(1).html { $0 })\(facts.dropFirst().html { "<br>\($0)" })"
    }

    private static func swatches(_ colors: [DominantColor]) -> HTML {
        let buttons = colors.html { color in
            let share = Int((color.share * 100).rounded())
            return """
                <button style="--c:\(color.hex);flex-grow:\(max(share, 1))" data-c="\(color.hex)" data-s="\(share) %" \
                tabindex=-1 aria-label="copy \(color.hex), \(share) %"></button>
                """
        }
        return .unless(colors.isEmpty, "<div class=colors role=group aria-label=Colors>\(buttons)</div>")
    }
}

extension Card.Stage {
    /// The picture on a ground of its own main color; its colors alone where there is no picture.
    fileprivate init(_ product: Product, showsThumbnail: Bool, link: PageLink) {
        let colors = (product.colors ?? []).map(\.color)
        let output = product.files.min { $0.bytes < $1.bytes }
        text = ""
        color = colors.first
        if showsThumbnail, let thumbnail = product.thumbnail {
            picture = "data:image/jpeg;base64,\(Data(thumbnail).base64EncodedString())"
        } else if let output, output.size != nil {
            picture = link.address(of: output.path)
        } else {
            self.colors = colors.count == 1 ? colors + colors : colors
        }
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
