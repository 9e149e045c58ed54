import Imaging

/// The parts that pages share. Style, scripts and drawings are files of `CPageFiles`, and go into the page as they are:
/// a page loads nothing.
enum PageParts {
    /// The styles of all pages: the report, the additions for hits, for scenes, for duplicates
    /// for recommendations and for searches.
    static let reportStyle = HTML(file: "report.css")
    static let hitsStyle = HTML(file: "hits.css")
    static let sceneStyle = HTML(file: "scene.css")
    static let duplicatesStyle = HTML(file: "duplicates.css")
    static let recommendStyle = HTML(file: "recommend.css")
    static let searchesStyle = HTML(file: "searches.css")

    static let reportScript = HTML(file: "report.js")
    static let hitsScript = HTML(file: "hits.js")
    static let sceneScript = HTML(file: "scene.js")

    /// A magpie: black cap and back, the white of the page for shoulder and belly, a long tail.
    static let bird = HTML(file: "bird.svg")
    static let lens = HTML(file: "lens.svg")

    /// Colors of boxes and their numbers: white text on them has a contrast of 4.5 at least (WCAG AA).
    static let boxColors = [
        "#d1441b", "#2b7d9f", "#30834e", "#9e56c2", "#996d0d", "#d33675", "#10837c", "#5b6bd1", "#8a6d3b", "#64747d",
    ]

    /// The beginning of a page, down to its body.
    static func head(_ title: String, _ styles: HTML...) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) · Magpie</title>
        <style>\(styles)</style>
        </head>
        """
    }

    /// A slice for each color, in a row.
    static func palette(_ colors: [RGB]) -> HTML {
        if colors.isEmpty { return "" }
        let slices = colors.map { color -> HTML in "<i style=\"background:\(color.hex)\"></i>" }
        return "<div class=palette aria-hidden=true>\(slices)</div>"
    }

    /// A figure with its name and a remark, for a list of `class=tiles`.
    static func tile(_ name: String, _ value: String, _ detail: String, isBad: Bool = false) -> HTML {
        let kind: HTML = isBad ? " class=bad" : ""
        return "<div\(kind)><dt>\(name)</dt><dd>\(value)<small>\(detail)</small></dd></div>"
    }

    /// Returns the attribute that gives an element the color of a picture as its background.
    static func ground(_ color: RGB?) -> HTML { color.map { color in " style=\"--c:\(color.hex)\"" } ?? "" }
}
