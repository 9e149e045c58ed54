import Imaging
import SearchAPI

/// The page of `magpie search --report`: the query, what it found, and how it is distributed.
struct HitsPage {
    let found: Found
    let place: StorePlace
    let options: AnswerOptions
    let pictures: HitPictures

    var html: String {
        let shown = found.answer.shownHits.map { ($0, pictures.picture(of: $0)) }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(plainQuestion.htmlEscaped) · Magpie</title>
            <style>\(ReportStyle.css)\(HitsStyle.css)</style>
            </head>
            <body class=hits>
            <header>
            <h1>\(ReportStyle.bird)<span>\(question)</span></h1>
            \(palette(shown.compactMap { $0.1?.mainColor }))
            <div class=ask>\(subject)<div class=side><dl class=tiles>\(tiles)</dl>\(conditions)
            <div class=charts>\(found.answer.facets.map(chart).joined())</div></div></div>
            </header>
            <main>\(legend)<ol class=sheet>
            \(cards(shown.map(\.1)))</ol>
            \(found.answer.shownHits.isEmpty ? "<p class=nothing>Nothing in the store fits.</p>" : "")</main>
            <footer><p>magpie \(Version.number) · \(place.path.text.htmlEscaped)</p></footer>
            <div class=toast role=status></div>
            <script>\(HitsStyle.script)</script>
            </body>
            </html>

            """
    }

    // MARK: the query

    private var plainQuestion: String {
        var parts: [String] = []
        if let picture = found.query.picture { parts.append("like \(Path(bytes: picture.name).text)") }
        if let id = found.query.options.id { parts.append("like \(found.answer.queryItem?.attributes.title ?? id)") }
        if let text = found.query.options.text { parts.append("“\(text)”") }
        if !found.query.options.colors.isEmpty {
            parts.append(found.query.options.colors.map(\.color.hex).joined(separator: " + "))
        }
        return parts.joined(separator: ", ")
    }

    private var question: String {
        let text = plainQuestion
        return text.prefix(1).uppercased().htmlEscaped + text.dropFirst().description.htmlEscaped
    }

    /// The picture with its box, or the colors, or the words.
    private var subject: String {
        let query = found.query.options
        var parts: [String] = []
        if let file = found.query.picture {
            parts.append(
                HitPictures.picture(of: file, pictures.limits).map { figure($0, box: found.answer.queryBox) } ?? "")
        } else if let item = found.answer.queryItem {
            parts.append(pictures.picture(id: item.id, source: item.source).map { figure($0, box: nil) } ?? "")
        }
        if !query.colors.isEmpty {
            let slices = query.colors.map { color in
                "<button style=\"--c:\(color.color.hex);flex-grow:\(color.weight.rounded(places: 3) ?? "1")\" "
                    + "data-copy=\"\(color.color.hex)\">\(color.color.hex)</button>"
            }
            parts.append("<div class=slices>\(slices.joined())</div>")
        }
        if let text = query.text { parts.append("<blockquote>\(text.htmlEscaped)</blockquote>") }
        return "<div class=subject>\(parts.joined())</div>"
    }

    private func figure(_ picture: HitPictures.Picture, box: Box?) -> String {
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
        return
            "<figure\(ground)><span><img alt=\"the picture of the query\" src=\"\(picture.url)\">\(overlay)</span></figure>"
    }

    // MARK: the answer

    private var tiles: String {
        let answer = found.answer
        let best = found.answer.shownHits.map(\.score).max()
        var tiles = [
            tile("hits", Numbers.count(answer.total), "among \(Numbers.plural(found.items, "item"))"),
            tile(
                "time", "\(found.milliseconds.rounded(places: found.milliseconds < 10 ? 1 : 0) ?? "–") ms",
                found.query.picture == nil ? "for the whole search" : "with the picture read"),
        ]
        if let best { tiles.append(tile("best score", best.threePlaces, "1 is the same picture")) }
        if answer.page > 1 { tiles.append(tile("page", "\(answer.page)", "from hit \(found.answer.firstRank)")) }
        return tiles.joined()
    }

    private func tile(_ name: String, _ value: String, _ detail: String) -> String {
        "<div><dt>\(name)</dt><dd>\(value)<small>\(detail)</small></dd></div>"
    }

    private var conditions: String {
        var parts = options.filters
        if let sort = options.sort { parts.append("sorted by \(sort.field) \(sort.ascending ? "↑" : "↓")") }
        if options.leavesOutCopies { parts.append("without copies") }
        if options.lowestScore > 0 { parts.append("score from \(options.lowestScore.threePlaces)") }
        if parts.isEmpty { return "" }
        return "<p class=where>\(parts.map { "<span>\($0.htmlEscaped)</span>" }.joined())</p>"
    }

    private func chart(_ facet: Facet) -> String {
        let title = "<h2>\(facet.field.htmlEscaped)</h2>"
        if let range = facet.range {
            let ends = [range.lowerBound, range.upperBound].map { $0.rounded(places: 2) ?? "–" }
            return "<section>\(title)<div class=range><b>\(ends[0])</b><i></i><b>\(ends[1])</b></div></section>"
        }
        guard let most = facet.values.map(\.count).max() else { return "" }
        let bars = facet.values.map { value in
            let filter = "--filter \("\(facet.field):\(value.value)".shellWord)"
            return "<button data-copy=\"\(filter.htmlEscaped)\">\(value.value.htmlEscaped)</button>"
                + "<i><u style=\"width:\(max(value.count * 100 / most, 1))%\"></u></i><b>\(Numbers.count(value.count))</b>"
        }
        return "<section>\(title)<div class=rows>\(bars.joined())</div></section>"
    }

    private func palette(_ colors: [RGB]) -> String {
        if colors.isEmpty { return "" }
        let slices = colors.map { "<i style=\"background:\($0.hex)\"></i>" }
        return "<div class=palette aria-hidden=true>\(slices.joined())</div>"
    }

    private var legend: String {
        let names = ["shape", "color", "pattern", "text"].filter { name in
            found.answer.shownHits.contains { hit in
                hit.explanation?.parts.contains { $0.name == name && $0.value > 0 } ?? false
            }
        }
        if names.isEmpty { return "" }
        return "<p class=legend>\(names.map { "<span><i class=\($0)></i>\($0)</span>" }.joined())</p>"
    }

    private func cards(_ shown: [HitPictures.Picture?]) -> String {
        var index = 0
        func card(_ hit: Hit, rank: Int) -> String {
            defer { index += 1 }
            return HitCard(
                hit: hit, rank: rank, store: place.path, picture: shown[index], fields: options.fields
            ).html
        }
        if found.answer.groups.isEmpty {
            return found.answer.hits.enumerated().map { card($1, rank: found.answer.firstRank + $0) }.joined()
        }
        return found.answer.groups.map { group in
            let name = group.value.isEmpty ? "without a value" : group.value
            return "<li class=group><h2>\(name.htmlEscaped)</h2></li>"
                + group.hits.enumerated().map { card($1, rank: $0 + 1) }.joined()
        }
        .joined()
    }
}
