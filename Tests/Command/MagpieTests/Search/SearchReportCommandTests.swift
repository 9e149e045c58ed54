import Foundation
import Recommendations
import Testing

@testable import magpie

@Suite(.timeLimit(.minutes(5)))
struct SearchReportCommandTests {
    private let place: Workplace
    private let store: EventStore

    init() throws {
        place = try Workplace()
        try place.write(Array("not read by this command".utf8), to: "catalog.magpie")
        store = try EventStore(path: (place / "catalog.magpie.events").text)
    }

    private static let hostile = "=cmd()<script>alert(1)</script>\u{7}"

    private func fill() throws {
        let shown = (1...3).map { RecordedSearch.Shown("i\($0)", place: $0) }
        try store.keep(
            (0..<30).map { index in
                RecordedSearch(
                    id: "s\(index)", kind: index == 29 ? .picture : .words,
                    words: index < 20 ? "Tea" : index < 29 ? Self.hostile : nil, total: index < 20 ? 3 : 0,
                    hasFound: index < 20, rules: index < 5 ? ["<b>rule"] : [], shown: index < 20 ? shown : [])
            })
        try store.add(
            (0..<8).map { TrackedEvent(action: "product_click", query: "s\($0)", item: "i\($0 % 3 + 1)") }
                + [TrackedEvent(action: "purchase", query: "s0", item: "i1", value: 3)])
    }

    @Test func `The tables have the figures with intervals, and say what is in no row`() throws {
        try fill()
        try store.add([
            TrackedEvent(action: "click", query: "nowhere", item: "i1"),
            TrackedEvent(action: "click", query: "s0", item: "other"),
        ])
        let queries = try place.magpie("events", "--by", "query")
        let lines = queries.text.split(separator: "\n")
        #expect(
            lines[0].split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) } == [
                "query", "searches", "nothing found", "clicks", "carts", "purchases", "click-through", "95% interval",
                "place",
            ])
        #expect(lines[1].hasPrefix("Tea ") && lines[1].contains(" 20 ") && lines[1].contains("40%  21.88% to 61.34%"))
        #expect(lines[2].contains("=cmd()<script>") && !queries.text.contains("\u{7}"))
        #expect(queries.text.contains("(a picture)"))
        #expect(
            queries.text.contains(
                "events not counted: 1 of unrecorded searches, 1 on items that the answer did not show"))
        let limited = try place.magpie("events", "--by", "query", "--limit", "1", "--json").json()
        #expect(limited.map { $0["by"] as? String } == ["query", "searches"])
        #expect(limited[0]["searches"] as? Int == 20 && limited[0]["rate"] as? Double == 0.4)
        #expect(limited[1]["unknownSearch"] as? Int == 1 && limited[1]["empty"] as? Int == 10)
        let rules = try place.magpie("events", "--by", "rule", "--json").json()
        #expect(rules[0]["name"] as? String == "<b>rule" && rules[0]["rateWithout"] as? Double == 0.2)
        let positions = try place.magpie("events", "--by", "position", "--json").json()
        #expect(positions.prefix(3).map { $0["clicks"] as? Int } == [3, 3, 2])
        #expect(positions.prefix(3).map { $0["shown"] as? Int } == [20, 20, 20])
    }

    @Test func `The page is whole, loads nothing, and has text as text`() throws {
        try fill()
        let made = try place.magpie("events", "--report", "page.html")
        #expect(made.text == "open page.html in a browser\n", "\(made.errors)")
        let page = String(decoding: try contents(of: place / "page.html"), as: UTF8.self)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        #expect(!page.contains("<script") && page.contains("=cmd()&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<b>rule") && page.contains("&lt;b&gt;rule") && !page.contains("\u{7}"))
        for loading in ["http://", "https://", "url(", "@import", "src="] { #expect(!page.contains(loading)) }
        for part in [
            "Looked for and not found", "Found and passed over", "Rules", "<svg class=bars role=img", "Places",
        ] {
            #expect(page.contains(part), "\(part)")
        }
        #expect(page.contains("<title>place 1: 3 clicks on 20 shown, 15%"))
        #expect(page.contains("name=\"viewport\""))
        // Nothing is there for an empty file, and the page says so.
        let empty = try Workplace()
        try empty.write([], to: "catalog.magpie")
        _ = try EventStore(path: (empty / "catalog.magpie.events").text)
        #expect(try empty.magpie("events", "--by", "query").text.hasPrefix("no searches\n"))
        #expect(try empty.magpie("events", "--report", "page.html").code == 0)
        let none = String(decoding: try contents(of: empty / "page.html"), as: UTF8.self)
        #expect(none.contains("No search was recorded.") && none.contains("No rule acted."))
    }

    @Test(
        arguments: [
            (["--by", "qurey"], 1, "did you mean query?"),
            (["--by", "item", "--report", "x.html"], 1, "not --by item"),
            (["--list", "--report", "x.html"], 1, "--list shows events"),
            (["--by", "query", "--action", "click"], 1, "leave out --action"),
            (["--report", "no/folder/x.html"], 2, "no/folder/x.html"),
            (["forget", "a", "--report", "x.html"], 1, "--report"),
        ] as [([String], Int, String)])
    func `A wrong call says what is wrong`(_ words: [String], _ code: Int, _ text: String) throws {
        let ended = try place.magpie(["events"] + words)
        #expect(ended.code == code && ended.errors.contains(text), "\(ended.code): \(ended.errors)")
    }
}
