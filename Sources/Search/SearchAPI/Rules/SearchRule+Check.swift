internal import Essentials

extension SearchRule {
    /// The most rules of a store.
    package static let limit = 50_000
    /// The most pins, ids, phrases, conditions or lines of a rule.
    package static let partLimit = 100
    /// The most bytes of a name, a phrase or a category.
    package static let textBytes = 200
    /// The most bytes of an id.
    package static let idBytes = 1024
    /// The most bytes of an address.
    package static let addressBytes = 2048
    /// The accepted places of pins: those that pages can reach.
    package static let places = 1...SearchRequest.window

    /// Throws for the first value that no rule can have; the text names the rule, the value and what would be right.
    package func check() throws(SearchError) {
        do throws(Misfit) { try checkParts() } catch {
            throw .invalidArgument("rule `\(name.prefix(Self.textBytes))`: \(error.text)")
        }
    }

    private struct Misfit: Error { var text: String }

    private func ensure(_ holds: Bool, _ text: @autoclosure () -> String) throws(Misfit) {
        if !holds { throw Misfit(text: text()) }
    }

    private func ensure(_ texts: [String], _ part: String, bytes: Int = textBytes) throws(Misfit) {
        try ensure(texts.count <= Self.partLimit, "\(part) has \(texts.count) entries; at most \(Self.partLimit)")
        for text in texts {
            try ensure(text.contains { !$0.isWhitespace }, "\(part) has an empty text; leave it out")
            try ensure(
                text.utf8.count <= bytes, "\(part) has a text of \(text.utf8.count) bytes; at most \(bytes)")
        }
        if let twice = Self.repeated(texts) { throw Misfit(text: "\(part) has `\(twice)` twice; write it once") }
    }

    private static func repeated(_ texts: [String]) -> String? {
        var seen: Set<String> = []
        return texts.first { !seen.insert($0).inserted }
    }

    private func checkParts() throws(Misfit) {
        try ensure([name], "name")
        try ensure(!name.contains { $0.isNewline }, "name has a line break; write one line")
        if let words = when.words {
            try ensure(!words.phrases.isEmpty, "when.words.phrases is empty; write a phrase, such as \"summer bag\"")
            try ensure(words.phrases, "when.words.phrases")
        }
        try ensure(when.categories, "when.categories")
        try ensure(when.campaigns, "when.campaigns")
        if let from = when.from, let until = when.until {
            try ensure(
                from < until,
                "when.until, \(AttributeValue.date(until).written), must be later than when.from, "
                    + AttributeValue.date(from).written)
        }
        try ensure(then != Effects(), "then is empty; write pins, boosts, burials, hide, synonyms or redirect")
        try checkPins()
        try checkWeights(then.boosts, "then.boosts", limit: 10)
        try checkWeights(then.burials, "then.burials", limit: 1)
        try ensure(then.synonyms, "then.synonyms", bytes: 4 * Self.textBytes)
        if let address = then.redirect { try checkAddress(address) }
    }

    private func checkPins() throws(Misfit) {
        try ensure(then.hiddenIDs, "then.hide.ids", bytes: Self.idBytes)
        try ensure(then.pins.map(\.id), "then.pins", bytes: Self.idBytes)
        var taken: [Int: String] = [:]
        for (index, pin) in then.pins.enumerated() {
            try ensure(
                Self.places.contains(pin.place),
                "then.pins[\(index)].place must be from 1 to \(Self.places.upperBound), not \(pin.place)")
            if let other = taken.updateValue(pin.id, forKey: pin.place) {
                throw Misfit(text: "then.pins has `\(other)` and `\(pin.id)` at place \(pin.place); give each its own")
            }
            try ensure(
                !then.hiddenIDs.contains(pin.id), "`\(pin.id)` is pinned and hidden; leave it out of one of them")
        }
    }

    private func checkWeights(_ weightings: [Weighting], _ part: String, limit: Double) throws(Misfit) {
        try ensure(
            weightings.count <= Self.partLimit, "\(part) has \(weightings.count) entries; at most \(Self.partLimit)")
        for (index, weighting) in weightings.enumerated() {
            try ensure(
                weighting.weight > 0 && weighting.weight <= limit,
                "\(part)[\(index)].weight must be greater than 0 and at most \(Int(limit)), not \(weighting.weight)")
        }
    }

    /// An address that a page can follow without running a script.
    private func checkAddress(_ address: String) throws(Misfit) {
        try ensure(
            address.utf8.count <= Self.addressBytes,
            "then.redirect has \(address.utf8.count) bytes; at most \(Self.addressBytes)")
        let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
        let start = address.lowercased()
        let rest = ["https://", "http://"].first(where: start.hasPrefix).map { start.dropFirst($0.count) }
        let hasHost = rest.map { !$0.isEmpty && $0.first != "/" } ?? false
        try ensure(
            isPlain && (hasHost || address.hasPrefix("/") && !address.hasPrefix("//")),
            "then.redirect must be an address such as https://shop.example/bags or /bags, not `\(address)`")
    }
}

extension SearchRequest.Rules {
    /// Throws for the first rule that is out of its range, and for a name that two of them have.
    package func check() throws(SearchError) {
        guard inline.count <= Self.limit else {
            throw .invalidArgument("a search takes at most \(Self.limit) inline rules, not \(inline.count)")
        }
        var names: Set<String> = []
        for rule in inline {
            try rule.check()
            if !names.insert(rule.name).inserted {
                throw .invalidArgument("two inline rules have the name `\(rule.name)`; give each its own")
            }
        }
        if let campaign, campaign.isEmpty || campaign.utf8.count > Self.campaignBytes {
            throw .invalidArgument("the name of a campaign has from 1 to \(Self.campaignBytes) bytes")
        }
    }
}
