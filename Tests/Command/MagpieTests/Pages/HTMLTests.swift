import Testing

@testable import magpie

@Suite("HTML")
struct HTMLTests {
    @Test("text in markup is escaped, and markup in markup is not")
    func escaping() {
        let name = "<b>\"'&\u{202e}"
        let html: HTML = "<p title=\"\(name)\">\(name)</p>"
        let safe = "&lt;b&gt;&quot;&#39;&amp;\u{fffd}"
        #expect(html.markup == "<p title=\"\(safe)\">\(safe)</p>")
        #expect(
            ("<li>\(html)\([html, HTML(name)])</li>" as HTML).markup == "<li>\(html.markup)\(html.markup)\(safe)</li>")
    }

    @Test("a value after an equals sign gets quotes where it is no plain word")
    func quotes() {
        let (word, words) = ("card", "card bad onclick=x")
        #expect(("<p class=\(word) id=\(3)>" as HTML).markup == "<p class=card id=3>")
        #expect(("<p class=\(words)>" as HTML).markup == "<p class=\"card bad onclick=x\">")
        #expect(("<p class=\("")>" as HTML).markup == "<p class=\"\">")
    }

    @Test("parts are joined with what stands between them")
    func joining() {
        #expect((["a", "<br>", "c"] as [HTML]).joined(", ").markup == "a, <br>, c")
        #expect(([] as [HTML]).joined().markup.isEmpty)
    }

    @Test("style, scripts and drawings are in the executable, whole")
    func files() {
        for (part, end) in [
            (PageParts.reportStyle, "}"), (PageParts.hitsStyle, "}"), (PageParts.sceneStyle, "}"),
            (PageParts.reportScript, ";"), (PageParts.hitsScript, ";"), (PageParts.sceneScript, ";"),
            (PageParts.bird, "</svg>"), (PageParts.lens, "</svg>"),
        ] {
            #expect(part.markup.count > 100 && part.markup.hasSuffix(end))
        }
    }
}
