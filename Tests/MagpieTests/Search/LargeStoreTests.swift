import Testing

@testable import magpie

@Suite("Lists that commands leave in a large store", .timeLimit(.minutes(30)), .serialized)
struct LargeStoreTests {
    @Test(
        "each command that fills a store leaves them behind",
        arguments: [
            ["index", "in", "--store", "large.magpie"], ["store", "merge", "large.magpie", "-o", "new.magpie"],
            ["store", "copy", "large.magpie", "new.magpie"],
        ])
    func left(_ words: [String]) throws {
        let large = try LargeStore()
        try large.place.write(try picture(), to: "in/a.jpg")
        #expect(try !large.hasLists())
        let ended = try Running(magpieBinary, words, in: large.place.path).wait()
        #expect(ended.code == 0 && ended.errors == "", "\(ended.errors)")
        let store = words.contains("new.magpie") ? "new.magpie" : "large.magpie"
        #expect(try large.hasLists(store))
        #expect(try large.place.magpie("store", "check", store).code == 0)
    }
}
