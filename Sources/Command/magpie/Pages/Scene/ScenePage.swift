import VisualSearch
import WireFormat

/// The page of `magpie discover --report`: each picture with numbered boxes and, beside it, the hits of each.
struct ScenePage {
    /// Pictures on one page; browsers still open it at once.
    static let longest = 100
    /// Wide enough for half of a large screen.
    private static let side = 1000

    /// Those of the store; without one the page shows boxes only.
    let pictures: HitPictures?
    let limits: Limits
    /// The requested type.
    let type: String?
    /// By id, because objects share hits.
    private var known: [String: HitPictures.Preview?] = [:]
    private var scenes: [HTML] = []
    private var names: [String] = []
    private var counts = (pictures: 0, objects: 0, seconds: 0.0)

    init(_ pictures: HitPictures?, limits: Limits, type: String?) {
        (self.pictures, self.limits, self.type) = (pictures, limits, type)
    }

    mutating func add(_ discovered: Discovered) {
        counts.pictures += 1
        counts.seconds += discovered.outcome.seconds
        counts.objects += discovered.answer?.objects.count { !$0.object.isWholePicture } ?? 0
        if scenes.count < Self.longest { scenes.append(scene(discovered)) }
        if names.count < 2 { names.append(Path(bytes: discovered.outcome.path.name).text) }
    }

    var html: HTML {
        let title = names.count == 1 ? names[0] : Numbers.plural(counts.pictures, "picture")
        let milliseconds = counts.seconds * 1000 / Double(max(counts.pictures, 1))
        let more = counts.pictures - scenes.count
        var page = Page(kind: "hits", title: title, heading: "What is in \(title)", entries: "objects")
        page.tiles = [
            .init("objects", Numbers.count(counts.objects), "in \(Numbers.plural(counts.pictures, "picture"))"),
            .init(
                "time", "\(milliseconds.rounded(places: milliseconds < 10 ? 1 : 0) ?? "–") ms",
                pictures == nil ? "to find them" : "to find them and what is like them"),
        ]
        if more > 0 { page.remarks = ["\(Numbers.plural(more, "more picture")) not shown; --json lists all."] }
        page.origin = pictures?.place.path.text
        return page.html(scenes.isEmpty ? ["<p class=nothing>There was no picture.</p>"] : scenes)
    }

    private mutating func scene(_ discovered: Discovered) -> HTML {
        let name = discovered.outcome.path.text
        guard let answer = discovered.answer else {
            guard case .failure(let error) = discovered.outcome.result else { return "" }
            return "<section class=\"scene bad\"><p><b>\(error.code)</b> \(error.description)</p></section>\n"
        }
        let spots = answer.objects.enumerated().html { spot($0, $1.object, in: answer.uprightSize) }
        let picture = HitPictures.picture(of: discovered.outcome.path, limits, side: Self.side)
        let image = picture.html { "<img alt=\"\(name)\" src=\"\($0.url)\">" }
        var objects = answer.objects.enumerated().map { object($0, $1) }
        if answer.objects.isEmpty { objects = ["<p class=nothing>\(answer.summary(type: type))</p>"] }
        return """
            <section class=scene><div class=view>\(.figure(picture, image + spots))\
            <p class=dir><bdi>\(name)</bdi></p></div><div class=objects>\(objects)</div></section>

            """
    }

    /// The box of an object over the picture.
    private func spot(_ index: Int, _ object: RecognizedObject, in size: Size) -> HTML {
        func share(_ value: Int, _ side: Int) -> String {
            (Double(value) * 100 / Double(max(side, 1))).rounded(places: 2) ?? "0"
        }
        let box = object.box
        return """
            <a class=spot href="#\(anchor(index))" aria-label="object \(index + 1)" style="\(color(index));\
            left:\(share(box.left, size.width))%;top:\(share(box.top, size.height))%;\
            width:\(share(box.width, size.width))%;height:\(share(box.height, size.height))%"><b>\(index + 1)</b></a>
            """
    }

    private mutating func object(_ index: Int, _ found: DiscoverAnswer.ObjectAnswer) -> HTML {
        let object = found.object
        let name =
            object.isWholePicture ? "The whole picture" : object.type ?? (pictures == nil ? "Object" : "Unknown object")
        // The number and its sign stay on one line.
        let sureness = "\(Int((object.typeConfidence * 100).rounded()))\u{a0}% sure"
        let facts =
            object.isWholePicture
            ? "nothing in it stands out"
            : "score \(object.score.threePlaces) · \(object.box)"
                + (found.isSeenWithSurroundings ? " · searched with its surroundings" : "")
        let chips = object.attributes.sorted { $0.key < $1.key }.map { field, values -> HTML in
            .chip(field, HTML(values.joined(separator: ", ")))
        }
        return """
            <section class=object id=\(anchor(index)) style="\(color(index))"><h2><b>\(index + 1)</b>\
            <span>\(name)\(.unless(object.type == nil, " <em>\(sureness)</em>"))</span><small>\(facts)</small></h2>\
            \(.chips(chips))\(found.answer.facetRows.html { "<p class=facts>\($0): \($1)</p>" })\
            \(hits(found.answer))</section>
            """
    }

    private mutating func hits(_ answer: SearchAnswer) -> HTML {
        guard let pictures else { return "" }
        let isFar = answer.shownHits.isEmpty && !answer.nearest.isEmpty
        var cards: [HTML] = []
        for (index, hit) in (isFar ? answer.nearest : answer.shownHits).enumerated() {
            let picture = known[hit.id] ?? pictures.picture(of: hit)
            known[hit.id] = .some(picture)
            let rank = answer.groups.isEmpty ? answer.firstRank + index : index + 1
            cards.append(pictures.card(hit, rank: rank, picture: picture).html)
        }
        if cards.isEmpty { return "<p class=facts>No item fits.</p>" }
        let heading: HTML = "<p class=facts>No item is similar enough; these are the nearest:</p>"
        return "\(.unless(!isFar, heading))<ol class=\"sheet strip\">\(cards)</ol>"
    }

    private func anchor(_ index: Int) -> String { "t\(scenes.count + 1)-\(index + 1)" }

    /// Neighbors in the order of the objects get colors that are easy to distinguish.
    private func color(_ index: Int) -> String { "--n:\(Page.boxColors[index % Page.boxColors.count])" }
}
