extension Event {
    /// Actions that mean nothing without a search.
    private static let ofQueries: Set<Action> = [
        .search, .click, .view, .resultLoad, .productClick, .productView, .addToCart, .addToWishlist, .transaction,
    ]
    private static let ofProducts: Set<Action> = [.productClick, .productView, .addToCart, .addToWishlist]
    private static let ofHits: Set<Action> = [.productClick, .productView, .addToCart]

    func check() throws(EventError) {
        func require(_ parameter: String, _ text: String?) throws(EventError) {
            if text?.isEmpty != false { throw .missing(parameter: parameter) }
        }
        func limit(_ parameter: String, _ text: String?, _ count: Int) throws(EventError) {
            if let text, text.count > count { throw .tooLong(parameter: parameter, limit: count) }
        }
        func finite(_ parameter: String, _ number: Double?) throws(EventError) {
            if let number, !number.isFinite { throw .invalid(parameter: parameter, reason: "it must be a number") }
        }
        try require("action", action.rawValue)
        if Self.ofQueries.contains(action) { try require("queryId", queryID) }
        if Self.ofProducts.contains(action) { try require("pid", product?.id) }
        if Self.ofHits.contains(action) {
            try require("imUrl", product?.imageURL)
            if product?.position == nil { throw .missing(parameter: "pos") }
        }
        if action == .transaction, value == nil { throw .missing(parameter: "value") }
        if let position = product?.position, position < 1 {
            throw .invalid(parameter: "pos", reason: "the first position is 1")
        }
        if let price = product?.price, !(price >= 0) {
            throw .invalid(parameter: "price", reason: "it must be 0 or more")
        }
        if let currency = product?.currency,
            !(currency.utf8.count == 3 && currency.utf8.allSatisfy { (UInt8(ascii: "A")...90).contains($0 & 0xDF) })
        {
            throw .invalid(parameter: "currency", reason: "it must be three letters")
        }
        try finite("price", product?.price)
        try finite("value", value)
        for (name, text) in [
            ("cat", details.category), ("name", details.name), ("label", details.label),
            ("fromReqId", details.fromQueryID), ("source", details.source),
        ] { try limit(name, text, 32) }
        try limit("brand", product?.brand, 64)
        try limit("c", details.campaign, 64)
        try limit("productUrl", product?.url, 512)
        try limit("json", details.json, 512)
        if details.numbers.count > 5 { throw .invalid(parameter: "n6", reason: "there are five numbers, n1 to n5") }
        if details.texts.count > 5 { throw .invalid(parameter: "s6", reason: "there are five texts, s1 to s5") }
        for (index, number) in details.numbers.enumerated() { try finite("n\(index + 1)", number) }
        for (index, text) in details.texts.enumerated() { try limit("s\(index + 1)", text, 64) }
    }
}
