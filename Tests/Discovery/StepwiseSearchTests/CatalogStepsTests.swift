import Foundation
import PictureTestSupport
import StepwiseSearch
import TestSupport
import Testing
import VisualSearch

@Suite("The categories of a catalog", .timeLimit(.minutes(5)))
struct CatalogStepsTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.url.appending(path: "shop.magpie").path, mode: .create)
        try insert("tote", ["category": .string("Bags > Totes"), "title": .text("Canvas tote")])
        try insert("satchel", ["category": .string("Bags"), "title": .text("Satchel")])
        try insert("boot", ["category": .list(["Shoes > Boots", "Sale"]), "title": .text("Boot 10")])
        try insert("sandal", ["category": .list(["Shoes", "Sale"]), "title": .text("Boot 9")])
        try insert("gift", [:])
    }

    private func insert(_ id: String, _ attributes: [String: AttributeValue]) throws {
        var item = Item(id: id)
        item.attributes = attributes
        // A field of lists holds lists only.
        if case .string(let category)? = attributes["category"] { item.attributes["category"] = .list([category]) }
        for result in try engine.insertBlocking([Entry(item, image: .pixels(Pictures.scene(64, 64)))]) {
            try result.get()
        }
    }

    @Test("categories lead to items, with their counts, and items without a category have a place")
    func tree() throws {
        let steps = CatalogSteps(engine)
        let top = try steps.all([])
        #expect(top.map(\.label) == ["Bags", "Sale", "Shoes", "No category"])
        #expect(top.map(\.count) == [2, 2, 2, 1])
        #expect(top.allSatisfy { $0.level == .category && !$0.isDestination })
        let bags = try steps.all(["category:Bags"])
        #expect(bags.map(\.label) == ["Totes", "Satchel"] && bags.map(\.isDestination) == [false, true])
        #expect(try steps.all(["category:Sale"]).map(\.id) == ["item:sandal", "item:boot"])
        #expect(try steps.all(["category"]).map(\.label) == ["gift"])
    }

    @Test("every item is reached from the top, in each of its categories")
    func everyItem() throws {
        let steps = CatalogSteps(engine)
        var reached: [String: Int] = [:]
        var waiting: [[String]] = [[]]
        while let ids = waiting.popLast() {
            for candidate in try steps.all(ids) {
                let answer = try steps.stepBlocking(StepCall(StepPath(ids), action: .select(candidate.id)))
                guard case .arrived(let item, _) = answer.step else {
                    waiting.append(answer.path.ids)
                    continue
                }
                reached[item.id, default: 0] += 1
                #expect(try steps.stepBlocking(StepCall(answer.path)).step == answer.step)
            }
        }
        #expect(reached == ["item:tote": 1, "item:satchel": 1, "item:boot": 2, "item:sandal": 2, "item:gift": 1])
    }

    @Test("a call that has to make the hierarchy anew is known beforehand, and many at once make it once or wait")
    func renewal() async throws {
        let steps = CatalogSteps(engine)
        #expect(!steps.isCurrent)
        _ = try steps.all([])
        #expect(steps.isCurrent)
        try insert("clutch", ["category": .string("Bags"), "title": .text("Clutch")])
        #expect(!steps.isCurrent)
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<8 { group.addTask { try? steps.all(["category:Bags"]).count } }
            for await count in group { #expect(count == 2 || count == 3) }
        }
        #expect(try steps.isCurrent && steps.all(["category:Bags"]).count == 3)
    }

    @Test("a changed catalog is seen by the next call, and a path that is gone says how far it holds")
    func change() throws {
        let steps = CatalogSteps(engine)
        let path = StepPath(["category:Bags", "category:Bags > Totes"])
        _ = try steps.stepBlocking(StepCall(path))
        _ = try engine.removeBlocking(["tote"])
        #expect(throws: StepError.dataChanged(holds: StepPath(["category:Bags"]))) {
            try steps.stepBlocking(StepCall(path))
        }
        #expect(try steps.all([]).map(\.count) == [1, 2, 2, 1])
    }

    @Test("words find items, and another field may hold the category")
    func words() throws {
        let steps = CatalogSteps(engine)
        #expect(try steps.stepBlocking(StepCall(words: "bags canvas")).found.map(\.ids.last) == ["item:tote"])
        #expect(try steps.stepBlocking(StepCall(words: "gift")).found.map(\.ids.last) == ["item:gift"])
        let other = CatalogSteps(engine, field: "title")
        #expect(try other.all([]).map(\.label) == ["Boot 9", "Boot 10", "Canvas tote", "Satchel", "No category"])
    }

    @Test("whatever an item's id, title and category are, it is reached, and the others are too")
    func anyText() throws {
        let long = String(repeating: "é", count: 256)
        try insert(long, ["category": .string("Bags"), "title": .text("Long id")])
        try insert("line\nfeed", ["category": .string("Bags"), "title": .text("two\nlines\u{1F}and\0more")])
        try insert("blank", ["category": .string("Bags"), "title": .text("\u{7}")])
        try insert("tabs", ["category": .string("Toys\t>\tCars\u{1F}and\u{1F}trains"), "title": .text("Engine")])
        try insert("deep", ["category": .string("\(long)>\(long)>\(long)"), "title": .text("Far below")])
        let steps = CatalogSteps(engine)
        #expect(try steps.all([]).map(\.label) == ["Bags", "Sale", "Shoes", "Toys", "No category"])
        let bags = try steps.all(["category:Bags"])
        #expect(bags.map(\.label) == ["Totes", "blank", "Long id", "Satchel", "two lines and more"])
        #expect(bags.map(\.id).suffix(4) == ["item:blank", "item:\(long)", "item:satchel", "item:line\nfeed"])
        for id in bags.map(\.id).suffix(4) {
            let answer = try steps.stepBlocking(StepCall(StepPath(["category:Bags"]), action: .select(id)))
            guard case .arrived(let item, _) = answer.step else { throw StepError.noData }
            #expect(item.id == id)
        }
        #expect(try steps.all(["category:Toys"]).map(\.label) == ["Cars and trains"])
        #expect(try steps.all(["category"]).map(\.id).sorted() == ["item:deep", "item:gift"])
    }

    @Test("an empty catalog has no data")
    func empty() throws {
        let engine = try SearchEngine(path: folder.url.appending(path: "empty.magpie").path, mode: .create)
        #expect(throws: StepError.noData) { try CatalogSteps(engine).stepBlocking(StepCall()) }
    }
}
