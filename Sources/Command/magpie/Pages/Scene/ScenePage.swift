import Imaging
import SearchAPI
import VisualSearch
import WireFormat

/// The page of `magpie discover --report`: each picture with numbered boxes and, beside it, the hits of each.
struct ScenePage {
    /// Pictures on one page; browsers still open it at once.
    static let longest = 100
    /// Wide enough for half of a large screen.
    private static let side = 1000

    private let place: StorePlace?
    private let options: AnswerOptions
    private let limits: Limits
    private let link: PageLink
    /// The requested type.
    private let type: String?
    private let hitPictures: HitPictures?
    /// By id, because objects share hits.
    private var known: [String: HitPictures.Preview?] = [:]
    private var scenes: [HTML] = []
    private var names: [String] = []
    private var counts = (pictures: 0, objects: 0, seconds: 0.0)

    /// Without a store the page shows boxes only.
    init(
        store: CatalogStore?, place: StorePlace?, options: AnswerOptions, limits: Limits, link: PageLink,
        type: String? = nil
    ) {
        self.place = place
        self.options = options
        self.limits = limits
        self.link = link
        self.type = type
        hitPictures =
            if let store, let place { HitPictures(store: store, place: place, limits: limits) } else { nil }
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
        let more = counts.pictures - scenes.count
        let left: HTML = more > 0 ? "<p>\(Numbers.plural(more, "more picture")) not shown; --json lists all.</p>" : ""
        let nothing: HTML = scenes.isEmpty ? "<p class=nothing>There was no picture.</p>" : ""
        return """
            \(PageParts.head(title, PageParts.reportStyle, PageParts.hitsStyle, PageParts.sceneStyle))
            <body class=hits>
            <a class=skip href="#found">Skip to the objects</a>
            <header>
            <h1>\(PageParts.bird)<span>What is in \(title)</span></h1>
            <dl class=tiles>\(tiles)</dl>
            </header>
            <main id=found>
            \(scenes)\(nothing)</main>
            <footer>\(left)<p>magpie \(Version.number)\(place.map { " · \($0.path.text)" } ?? "")</p></footer>
            <div class=toast role=status></div>
            <script>\(PageParts.hitsScript)\(PageParts.sceneScript)</script>
            </body>
            </html>

            """
    }

    private var tiles: HTML {
        let milliseconds = counts.seconds * 1000 / Double(max(counts.pictures, 1))
        let time = "\(milliseconds.rounded(places: milliseconds < 10 ? 1 : 0) ?? "–") ms"
        let place = place == nil ? "to find them" : "to find them and what is like them"
        return PageParts.tile(
            "objects", Numbers.count(counts.objects), "in \(Numbers.plural(counts.pictures, "picture"))")
            + PageParts.tile("time", time, place)
    }

    private mutating func scene(_ discovered: Discovered) -> HTML {
        let name = discovered.outcome.path.text
        guard let answer = discovered.answer else {
            guard case .failure(let error) = discovered.outcome.result else { return "" }
            return "<section class=\"scene bad\"><p><b>\(error.code)</b> \(error.description)</p></section>\n"
        }
        let spots = answer.objects.enumerated().map { spot($0, $1.object, in: answer.uprightSize) }
        let picture = HitPictures.picture(of: discovered.outcome.path, limits, side: Self.side)
        let image: HTML = picture.map { "<img alt=\"\(name)\" src=\"\($0.url)\">" } ?? ""
        var objects = answer.objects.enumerated().map { object($0, $1) }
        if answer.objects.isEmpty { objects = ["<p class=nothing>\(answer.summary(type: type))</p>"] }
        return """
            <section class=scene><div class=view><figure\(PageParts.ground(picture?.mainColor))>\
            <span>\(image)\(spots)</span></figure><p class=dir><bdi>\(name)</bdi></p></div>\
            <div class=objects>\(objects)</div></section>

            """
    }

    /// The box of an object over the picture.
    private func spot(_ index: Int, _ object: RecognizedObject, in size: Size) -> HTML {
        func share(_ value: Int, _ side: Int) -> String {
            (Double(value) * 100 / Double(max(side, 1))).rounded(places: 2) ?? "0"
        }
        let (box, number) = (object.box, index + 1)
        return """
            <a class=spot href="#\(anchor(index))" aria-label="object \(number)" style="\(color(index));\
            left:\(share(box.left, size.width))%;top:\(share(box.top, size.height))%;\
            width:\(share(box.width, size.width))%;height:\(share(box.height, size.height))%"><b>\(number)</b></a>
            """
    }

    private mutating func object(_ index: Int, _ found: DiscoverAnswer.ObjectAnswer) -> HTML {
        let object = found.object
        let name =
            object.isWholePicture ? "The whole picture" : object.type ?? (place == nil ? "Object" : "Unknown object")
        let sureness: HTML = object.type == nil ? "" : " <em>\(percent(object.typeConfidence)) sure</em>"
        let facts =
            object.isWholePicture ? "nothing in it stands out" : "score \(object.score.threePlaces) · \(object.box)"
        let rows = found.answer.facetRows.map { field, text -> HTML in "<p class=facts>\(field): \(text)</p>" }
        let hits: HTML = if let place { strip(found.answer, place) } else { "" }
        return """
            <section class=object id=\(anchor(index)) style="\(color(index))"><h2><b>\(index + 1)</b>\
            <span>\(name)\(sureness)</span><small>\(facts)</small></h2>\(chips(object))\(rows)\(hits)</section>
            """
    }

    private func chips(_ object: RecognizedObject) -> HTML {
        if object.attributes.isEmpty { return "" }
        let chips = object.attributes.sorted { $0.key < $1.key }.map { field, values -> HTML in
            "<span><em>\(field)</em> \(values.joined(separator: ", "))</span>"
        }
        return "<div class=chips>\(chips)</div>"
    }

    private mutating func strip(_ answer: SearchAnswer, _ place: StorePlace) -> HTML {
        var cards: [HTML] = []
        let isFar = answer.shownHits.isEmpty && !answer.nearest.isEmpty
        for (index, hit) in (isFar ? answer.nearest : answer.shownHits).enumerated() {
            let rank = answer.groups.isEmpty ? answer.firstRank + index : index + 1
            cards.append(
                HitCard(
                    hit: hit, rank: rank, store: place.path, picture: picture(of: hit),
                    link: place.link(to: hit.source, from: link), fields: options.fields
                ).html)
        }
        if cards.isEmpty { return "<p class=facts>No item fits.</p>" }
        let heading: HTML =
            isFar ? "<p class=facts>No item is similar enough; these are the nearest:</p>" : ""
        return "\(heading)<ol class=\"sheet strip\">\(cards)</ol>"
    }

    private mutating func picture(of hit: Hit) -> HitPictures.Preview? {
        if let picture = known[hit.id] { return picture }
        let picture = hitPictures?.picture(of: hit)
        known[hit.id] = .some(picture)
        return picture
    }

    private func anchor(_ index: Int) -> String { "t\(scenes.count + 1)-\(index + 1)" }

    /// Neighbors in the order of the objects get colors that are easy to distinguish.
    private func color(_ index: Int) -> String { "--n:\(PageParts.boxColors[index % PageParts.boxColors.count])" }

    /// The number and its sign stay on one line.
    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))\u{a0}%" }
}
