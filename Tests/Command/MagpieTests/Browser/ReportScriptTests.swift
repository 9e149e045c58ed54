import Foundation
import Imaging
import Testing

@testable import magpie

@Suite(
    "The page of prep in a browser", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Chromium.program != nil, "skipped: there is no Chromium (Debian's package chromium)"))
struct ReportScriptTests {
    let place: Workplace
    let browser: Chromium

    init() throws {
        place = try Workplace()
        let files: [(String, [UInt8], Int)] = [
            ("item1", [120, 120, 120], 500), ("item10", [200, 30, 30], 320), ("item2", [30, 40, 200], 40),
            ("other", [30, 160, 40], 160),
        ]
        for (name, color, side) in files {
            let bytes = (0..<side * side).flatMap { _ in color }
            let pixels = try #require(PixelBuffer(size: Size(width: side, height: side), bytes: bytes))
            let output = Output(.fit(1024), encoding: .jpeg(quality: 90))
            try place.write(try prepare(.pixels(pixels), as: Recipe(output)).outputs[0].bytes, to: "in/\(name).jpg")
        }
        try place.write([1], to: "in/broken.jpg")
        try place.magpie("prep", "in", "-o", "out", "--colors", "2", "--report", "report.html", "--quiet")
        browser = try Chromium(showing: place / "report.html")
    }

    /// The names of the cards that are seen, in their order.
    private func names() throws -> [String] {
        // Text of cards outside of the window is not laid out, so innerText would not have it.
        try browser.value(
            "[...document.querySelectorAll('.card')].filter(c=>c.checkVisibility())"
                + ".map(c=>c.querySelector('h3').textContent.split('.')[0])")
    }

    private func sort(by order: String) throws -> [String] {
        try browser.value(
            "(s=>{s.value='\(order)';s.dispatchEvent(new Event('change'));return s.value})(document.querySelector('.sort select'))",
            as: String.self)
        return try names()
    }

    /// The card that has the focus, and what in it has.
    private func focus() throws -> [String] {
        try browser.value(
            "(e=>[e.closest('.card')?.querySelector('h3').textContent??'',e.dataset.c?'color':e.closest('h3')?'name':"
                + "e.tagName+e.textContent.split(/\\s/)[0]])(document.activeElement)")
    }

    @Test("sorting by name, size and color, and back to the order of the inputs")
    func sorting() throws {
        let given = ["broken", "item1", "item10", "item2", "other"]
        #expect(try names() == given)
        #expect(try sort(by: "name") == ["broken", "item1", "item2", "item10", "other"])
        #expect(try sort(by: "bytes") == ["item1", "item10", "other", "item2", "broken"])
        #expect(try sort(by: "hue") == ["item1", "item10", "other", "item2", "broken"])
        #expect(try sort(by: "given") == given)
        #expect(browser.exceptions.isEmpty)
    }

    @Test("the search field and the button for errors hide cards, and say so where none is left")
    func filtering() throws {
        let nothing = "document.querySelector('.nothing').checkVisibility()"
        try browser.value("(document.querySelector('.find input').focus(),true)", as: Bool.self)
        try browser.type("ITEM1")
        #expect(try names() == ["item1", "item10"])
        #expect(try sort(by: "bytes") == ["item1", "item10"])
        try browser.type("x")
        #expect(try names() == [] && browser.value(nothing))
        try browser.value("(i=>{i.select();return true})(document.querySelector('.find input'))", as: Bool.self)
        try browser.type("o")
        #expect(try names() == ["other", "broken"] && !browser.value(nothing))
        // From the field to the button for errors.
        try browser.press("Tab", times: 2)
        try browser.press("Enter")
        #expect(try names() == ["broken"])
        #expect(try browser.value("document.querySelector('[data-f=bad]').ariaPressed") == "true")
        try browser.press("Tab", shift: true)
        try browser.press("Enter")
        #expect(try names() == ["other", "broken"])
        #expect(browser.exceptions.isEmpty)
    }

    @Test("the tabulator key stops once at the images, and arrows go on from there")
    func keys() throws {
        var stops: [[String]] = []
        for _ in 0..<6 {
            try browser.press("Tab")
            stops.append(try focus())
        }
        #expect(
            stops == [
                ["", "ASkip"], ["", "INPUT"], ["", "BUTTONAll"], ["", "BUTTONErrors"],
                ["", "SELECTinputnamesizecolor"],
                ["broken.jpg", "name"],
            ])
        let steps = [
            ("ArrowDown", ["item1.jpg", "name"]), ("ArrowRight", ["item1.jpg", "A500"]),
            ("ArrowRight", ["item1.jpg", "color"]), ("ArrowRight", ["item10.jpg", "name"]),
            ("ArrowLeft", ["item1.jpg", "color"]), ("ArrowUp", ["broken.jpg", "name"]),
            ("ArrowUp", ["broken.jpg", "name"]), ("ArrowLeft", ["broken.jpg", "name"]),
            ("End", ["other.jpg", "color"]),
            ("ArrowDown", ["other.jpg", "color"]), ("Home", ["broken.jpg", "name"]), ("End", ["other.jpg", "color"]),
        ]
        for (index, (key, wanted)) in steps.enumerated() {
            try browser.press(key)
            #expect(try focus() == wanted, "\(index): \(key)")
        }
        // One stop for all images, and it is the one where the arrows ended.
        try browser.press("Tab", shift: true)
        #expect(try focus() == ["", "SELECTinputnamesizecolor"])
        try browser.press("Tab")
        #expect(try focus() == ["other.jpg", "color"])
        try browser.press("Enter")
        let toast: String = try browser.value(
            "new Promise(done=>{(function look(){const s=document.querySelector('.toast').textContent;"
                + "s?done(s):setTimeout(look,20)})()})")
        #expect(toast.wholeMatch(of: /#[0-9a-f]{6} copied/) != nil, "\(toast)")
        #expect(browser.exceptions.isEmpty)
    }

    @Test("cards that are hidden are passed over by keys")
    func hidden() throws {
        try browser.press("Tab", times: 2)
        try browser.type("item")
        try browser.press("Tab", times: 4)
        #expect(try focus() == ["item1.jpg", "name"])
        _ = try sort(by: "name")
        try browser.value("(document.querySelector('.sort select').focus(),true)", as: Bool.self)
        try browser.press("Tab")
        try browser.press("ArrowDown", times: 2)
        #expect(try focus() == ["item10.jpg", "name"])
        try browser.press("ArrowDown")
        #expect(try focus() == ["item10.jpg", "name"])
    }
}
