import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Texts of another language in the form of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldLanguageTests {
    @Test("a served store finds the plurals and genders of its language, and an English one those that it found")
    func forms() throws {
        let shop = try Shop(names: Shop.names)
        let titles = [
            ("one", "Rotes Hemd mit Kragen"), ("two", "Zwei Hemden für das Büro"), ("red", "Rote Jacke mit Kapuze"),
        ]
        let entries = titles.map { id, title in
            Entry(Item(id: id, attributes: ["title": .text(title)]), image: .file(Shop.file("shoe-002")))
        }
        for result in try shop.engine.insertBlocking(entries) { try result.get() }
        let english = try shop.search("shoes in the wood ").skus
        #expect(try shop.search("Hemd ").skus == ["one"])
        try shop.engine.store.keep(language: .german)
        #expect(try shop.search("Hemd ").skus == ["one", "two"])
        #expect(try Set(shop.search("das rote ").skus) == ["one", "red"])
        try shop.engine.store.keep(language: .english)
        #expect(try shop.search("Hemd ").skus == ["one"])
        #expect(try shop.search("shoes in the wood ").skus == english)
    }
}
