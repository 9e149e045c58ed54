import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("Pages of hits", .timeLimit(.minutes(5)))
struct HitsPageTests {
    private let folder: TemporaryFolder
    private let pictures: HitPictures
    private let place: StorePlace

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.url.appending(path: "shop.magpie").path
        place = StorePlace(Path(path))
        pictures = HitPictures(
            store: try SearchEngine(path: path, mode: .create).store, place: place, limits: Limits(),
            link: PageLink(page: Path(folder.url.appending(path: "pages/hits.html").path)), fields: nil)
    }

    private func html(
        _ answer: SearchAnswer, _ query: QueryOptions = QueryOptions(), _ options: AnswerOptions = AnswerOptions()
    ) -> String {
        let answered = AnsweredQuery(
            query: PictureQuery(pictures: [], options: query), answer: answer, milliseconds: 3, items: 9)
        return HitsPage(answered: answered, options: options, pictures: pictures).html.markup
    }

    private func answer(_ hits: [Hit], page: Int = 1) -> SearchAnswer {
        SearchAnswer(total: hits.count, page: page, limit: 12, hits: hits)
    }

    @Test("the tile of scores says the same picture for pictures only, and best of the page where that is what it is")
    func scoreTile() {
        let hits = [Hit(id: "a", score: 0.4), Hit(id: "b", score: 0.2)]
        let like = QueryOptions(ids: ["x"])
        #expect(html(answer(hits), like).contains("<dt>best score</dt><dd>0.400<small>1 is the same picture"))
        let words = html(answer(hits), QueryOptions(text: "bag"))
        #expect(words.contains("<dt>best score</dt>") && !words.contains("the same picture"))
        let both = html(answer(hits), QueryOptions(ids: ["x"], text: "bag"))
        #expect(!both.contains("the same picture"))
        let sorted = html(answer(hits), like, AnswerOptions(sort: SearchRequest.Sort("price", ascending: true)))
        #expect(sorted.contains("<dt>best score shown</dt><dd>0.400<small>on this page only"))
        #expect(html(answer(hits, page: 2), like).contains("<dt>best score shown</dt>"))
    }

    @Test("hits that are not relevant are marked; where none is, the nearest are shown as such")
    func relevance() {
        let far = Hit(id: "far", score: 0.3, relevance: 0.1, isRelevant: false)
        let mixed = html(answer([Hit(id: "near", score: 0.9), far]))
        #expect(mixed.ranges(of: "<li class=\"card\">").count == 1)
        #expect(mixed.ranges(of: "<li class=\"card far\">").count == 1)
        #expect(mixed.ranges(of: "not similar enough").count == 1)
        var empty = answer([])
        empty.nearest = [far]
        let page = html(empty)
        #expect(page.contains("<h2 class=apart>No item is similar enough; these are the nearest:</h2>"))
        #expect(page.contains("<li class=\"card far\">") && page.contains("<dt>hits</dt><dd>0<"))
        #expect(html(answer([])).contains("No item fits."))
        var told = answer([])
        told.notices = [Notice(.unknownValue, "no item has brand <lumo>")]
        #expect(html(told).contains("<p class=notice>no item has brand &lt;lumo&gt;</p>"))
    }

    @Test("groups stand beside each other, each as wide as its cards")
    func groups() {
        var grouped = answer([])
        grouped.groups = [
            Group(value: "Lumo", hits: [Hit(id: "a", score: 0.9), Hit(id: "b", score: 0.8)]),
            Group(value: "", hits: [Hit(id: "c", score: 0.7)]),
        ]
        let page = html(grouped)
        #expect(page.contains("<div class=groups><section class=group style=\"--n:2\"><h2>Lumo</h2>"))
        #expect(page.contains("<section class=group style=\"--n:1\"><h2>without a value</h2>"))
        #expect(!page.contains("No item fits"))
    }

    @Test("a query picture that is not at hand leaves a note, and a pane without facets is a short one")
    func subject() {
        var hidden = answer([])
        hidden.queryItem = Item(id: "x")
        let page = html(hidden, QueryOptions(ids: ["x"]))
        #expect(page.contains("<figure class=none>the picture of the query is not at hand</figure>"))
        #expect(page.contains("<div class=\"ask brief\">"))
        hidden.facets = [Facet(field: "brand", values: [.init("Lumo", count: 2)])]
        #expect(html(hidden).contains("<div class=ask>"))
    }

    @Test("numbers have a column for each bin, with its ends and its count for those who do not see it")
    func histogram() {
        let bins = [(0.0, 10.0, 4), (10, 20, 0), (20, 30, 1)].map { Facet.Bin(lower: $0.0, upper: $0.1, count: $0.2) }
        let chart = Chart(Facet(field: "price", range: 2...29, histogram: bins)).html.markup
        #expect(chart.contains("<div class=bins role=img aria-label=\"0 to 10: 4, 20 to 30: 1\">"))
        #expect(chart.contains("title=\"0 to 10: 4 hits\" style=\"height:100%\""))
        #expect(chart.contains("title=\"10 to 20: 0 hits\" style=\"height:0%\""))
        #expect(chart.contains("<b>2</b><b>29</b>"))
        let one = Chart(Facet(field: "price", range: 2...2, histogram: [bins[0]])).html.markup
        #expect(!one.contains("class=bins") && one.contains("class=range"))
    }

    @Test("labels on colors have the contrast that WCAG AA asks for")
    func contrast() throws {
        func luminance(_ color: RGB) -> Double {
            func linear(_ value: UInt8) -> Double {
                let share = Double(value) / 255
                return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
        }
        func contrast(_ a: RGB, _ b: RGB) -> Double {
            let (dark, light) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
            return (light + 0.05) / (dark + 0.05)
        }
        for hex in Page.boxColors {
            #expect(contrast(try #require(RGB(hex: hex)), .white) >= 4.5, "\(hex)")
        }
        for hex in ["#ffffff", "#000000", "#d99a12", "#808080", "#ff0000", "#00ff00", "#0000ff", "#767676"] {
            let color = try #require(RGB(hex: hex))
            let ink = color.readableInk == "#fff" ? RGB.white : RGB(red: 0, green: 0, blue: 0)
            #expect(contrast(color, ink) >= 4.5, "\(hex)")
        }
    }

    @Test("links lead from the folder of the page to a file, whatever bytes its name has")
    func links() throws {
        let link = PageLink(page: Path("out/hits.html"), current: Path("/data/shop"))
        #expect(link.to(Path("out/a.jpg")) == "./a.jpg")
        #expect(link.to(Path("images/a b.jpg")) == "./../images/a%20b.jpg")
        #expect(link.address(of: Path("images/a b.jpg")) == "../images/a%20b.jpg")
        #expect(link.to(Path("/elsewhere/ä\"<.jpg")) == "./../../../elsewhere/%C3%A4%22%3C.jpg")
        #expect(link.to(Path(bytes: Array("out/x".utf8) + [0xFF])) == "./x%FF")
        #expect(PageLink(page: Path("hits.html"), current: Path("/w")).to(Path("javascript:a")) == "./javascript%3Aa")
        let address = "https://img.example/a.jpg?x=\"1\""
        #expect(place.link(to: address, from: link) == address)
        #expect(place.link(to: "ftp://img.example/a.jpg", from: link) == nil && place.link(to: nil, from: link) == nil)
    }
}
