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

    @Test("elements follow one another, a value may be missing, and a part may be left out")
    func parts() {
        #expect(["<a>", "b"].html { "<li>\($0)</li>" }.markup == "<li>&lt;a&gt;</li><li>b</li>")
        #expect(([] as [String]).html { "<li>\($0)</li>" }.markup.isEmpty)
        #expect(("<b>" as String?).html { "<i>\($0)</i>" }.markup == "<i>&lt;b&gt;</i>")
        #expect((nil as String?).html { "<i>\($0)</i>" }.markup.isEmpty)
        #expect(HTML.unless(true, "<p>").markup.isEmpty && HTML.unless(false, "<p>").markup == "<p>")
    }

    @Test("style, scripts and drawings are in the executable, whole")
    func files() {
        for (part, end) in [
            (Page.style, "}"), (Page.script, "}"), (HTML(file: "bird.svg"), "</svg>"),
            (HTML(file: "lens.svg"), "</svg>"),
        ] {
            #expect(part.markup.count > 100 && part.markup.hasSuffix(end))
        }
    }
}
