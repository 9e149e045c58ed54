import Imaging

/// A page that the command writes, as data. All have one frame, one style and one script, and load nothing.
struct Page {
    /// A figure with its name and a remark.
    struct Tile {
        let (name, value, detail): (String, String, String)
        let isBad: Bool

        init(_ name: String, _ value: String, _ detail: String, isBad: Bool = false) {
            (self.name, self.value, self.detail, self.isBad) = (name, value, detail, isBad)
        }
    }

    /// A magpie: black cap and back, the white of the page for shoulder and belly, a long tail.
    private static let bird = HTML(file: "bird.svg")
    static let (style, script) = (HTML(file: "page.css"), HTML(file: "page.js"))
    /// Colors of boxes and their numbers: white text on them has a contrast of 4.5 at least (WCAG AA).
    static let boxColors = [
        "#d1441b", "#2b7d9f", "#30834e", "#9e56c2", "#996d0d", "#d33675", "#10837c", "#5b6bd1", "#8a6d3b", "#64747d",
    ]

    /// The class of its style.
    let kind: String
    /// In the tab of the browser, and over the page where there is no heading.
    let title: String
    var heading: String?
    /// Its entries, in the plural, such as "hits": a link for the keyboard leads to them.
    let entries: String
    var colors: [RGB] = []
    var tiles: [Tile] = []
    /// The question beside the figures, and the class of both.
    var question: (kind: String, html: HTML)?
    var conditions: [String] = []
    var charts: [HTML] = []
    /// Behind the head, such as controls.
    var bar: HTML = ""
    var notices: [String] = []
    /// The classes of colors that are explained above the entries.
    var legend: [String] = []
    var remarks: [String] = []
    /// The path of the store, and more about where the entries come from.
    var origin: String?
    var isStill = false

    /// The whole page around its entries.
    func html(_ entries: [HTML]) -> HTML { "\(head)\(entries)\(foot)" }

    /// All that comes before the entries.
    var head: HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) · Magpie</title>
        <style>\(Self.style)</style>
        </head>
        <body class=\(kind)>
        <a class=skip href="#found">Skip to the \(entries)</a>
        <header>
        <h1>\(Self.bird)<span>\(heading ?? title)</span></h1>
        \(.unless(colors.isEmpty, "<div class=palette aria-hidden=true>\(slices)</div>"))
        \(question.map { "<div class=\($0.kind)>\($0.html)<div class=side>\(facts)</div></div>" } ?? facts)
        </header>
        \(bar)<main id=found>\(notices.html { "<p class=notice>\($0)</p>" })\(.unless(legend.isEmpty, key))

        """
    }

    /// All that comes after the entries.
    var foot: HTML {
        """
        </main>
        <footer>\(remarks.html { "<p>\($0)</p>" })<p>magpie \(Version.number)\(origin.map { " · \($0)" } ?? "")</p></footer>
        \(.unless(isStill, "<div class=toast role=status></div>\n<script>\(Self.script)</script>"))
        </body>
        </html>

        """
    }

    private var slices: HTML { colors.html { "<i style=\"background:\($0.hex)\"></i>" } }

    private var key: HTML { "<p class=legend>\(legend.html { "<span><i class=\($0)></i>\($0)</span>" })</p>" }

    private var facts: HTML {
        let tiles = tiles.html { tile in
            """
            <div\(.unless(!tile.isBad, " class=bad"))><dt>\(tile.name)</dt>\
            <dd>\(tile.value)<small>\(tile.detail)</small></dd></div>
            """
        }
        let conditions: HTML = "<p class=where>\(conditions.html { "<span>\($0)</span>" })</p>"
        return """
            <dl class=tiles>\(tiles)</dl>\(.unless(self.conditions.isEmpty, conditions))
            \(.unless(charts.isEmpty, "<div class=charts>\(charts)</div>"))
            """
    }
}
