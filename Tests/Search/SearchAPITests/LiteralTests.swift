import SearchAPI
import Testing

@Suite struct LiteralTests {
    @Test("values of attributes are written as literals of their kinds")
    func literals() {
        #expect(Filter.equal("brand", "Lumo") == .equal("brand", .string("Lumo")))
        #expect(Filter.between("price", 10, 49.5) == .between("price", .int(10), .float(49.5)))
        #expect(Filter.equal("in_stock", true) == .equal("in_stock", .bool(true)))
        #expect(Filter.oneOf("size", ["S", "M"]) == .oneOf("size", [.string("S"), .string("M")]))
        let item = Item(id: "a", attributes: ["brand": "Lumo", "price": 12, "weight": 0.5, "new": false])
        #expect(
            item.attributes
                == ["brand": .string("Lumo"), "price": .int(12), "weight": .float(0.5), "new": .bool(false)])
    }
}
