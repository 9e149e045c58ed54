import Foundation
import Testing

@testable import magpie

@Suite(
    "The page of hits in a browser", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Chromium.program != nil, "skipped: there is no Chromium (Debian's package chromium)"))
struct HitsScriptTests {
    let browser: Chromium
    let shop: LabelledCatalog

    init() throws {
        shop = try LabelledCatalog(["bag", "mug"], each: 3)
        try shop.index()
        _ = try shop.search("shop/images/bag-001.jpg", "--facets", "brand,price", "--report", "hits.html")
        browser = try Chromium(showing: shop.place / "hits.html")
    }

    /// The element with the focus: its place in the row of colors, or its text.
    private func focus() throws -> String {
        try browser.value(
            "(e=>e.matches('.dot')?'dot '+[...e.parentNode.children].indexOf(e):e.matches('a.stage')?'picture':"
                + "e.innerText)(document.activeElement)")
    }

    /// Cards above the one that has the focus.
    private func card() throws -> Int {
        try browser.value(
            "[...document.querySelectorAll('.card')].indexOf(document.activeElement.closest('.card'))")
    }

    @Test("each card has a picture, a row of colors and a search as stops; arrows go along the colors")
    func keys() throws {
        try browser.press("Tab")
        #expect(try focus() == "Skip to the hits")
        try browser.press("Enter")
        try browser.press("Tab")
        for index in 0..<2 {
            #expect(try focus() == "picture" && card() == index)
            try browser.press("Tab")
            #expect(try focus() == "dot 0" && card() == index)
            try browser.press("ArrowLeft")
            #expect(try focus() == "dot 0")
            try browser.press("ArrowRight", times: 2)
            #expect(try focus() == "dot 2" && card() == index)
            try browser.press("Tab")
            #expect(try focus() == "Copy search")
            try browser.press("Tab", shift: true)
            #expect(try focus() == "dot 2")
            try browser.press("Tab", times: 2)
        }
        #expect(browser.exceptions.isEmpty)
    }

    @Test("a search, a color and a value of a facet are copied as the words of a call")
    func copies() throws {
        try browser.value(
            "(t=>{window.shown=0;new MutationObserver(()=>{if(t.matches('.on'))window.shown+=1})"
                + ".observe(t,{attributes:true});return true})(document.querySelector('.toast'))", as: Bool.self)
        for (button, words) in [
            (".more", "Copied magpie search --id=bag-001 --store catalog.magpie --report hits.html"),
            (".dot", "Copied magpie search --color "), (".rows button", "Copied --filter brand:"),
        ] {
            try browser.value("(b=>{b.focus();return true})(document.querySelector('\(button)'))", as: Bool.self)
            try browser.press("Enter")
            // Copying is a promise of its own. What it said is taken away, so that the next one is waited for.
            let text = try browser.value(
                "new Promise(done=>{const t=document.querySelector('.toast');(function look(){const s=t.textContent;"
                    + "if(s){t.textContent='';done(s)}else setTimeout(look,20)})()})",
                as: String.self)
            #expect(text.replacing("'", with: "").hasPrefix(words), "\(text)")
        }
        #expect(try browser.value("window.shown", as: Int.self) > 0)
        #expect(browser.exceptions.isEmpty)
    }
}
