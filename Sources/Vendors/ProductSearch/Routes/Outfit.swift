internal import ProductSearchAPI

/// Recommended products by their types, the types in the order of their best products.
struct Outfit {
    private var types: [String] = []
    private var products: [String: [(product: ProductSearch.Product, score: Double)]] = [:]

    /// - Parameters:
    ///   - products: Best first.
    ///   - types: The type of each.
    ///   - scores: The score of each.
    init(_ products: [ProductSearch.Product], types: [String], scores: [Double]) {
        for ((product, type), score) in zip(zip(products, types), scores) {
            if self.products[type] == nil { self.types.append(type) }
            var product = product
            product.tags = ["category": .string(type)]
            self.products[type, default: []].append((product, score))
        }
    }

    /// The best product of each type, with the next ones of its type as alternatives.
    func products(alternatives: Int) -> [ProductSearch.Product] {
        types.compactMap { type in
            guard let all = products[type], var best = all.first?.product else { return nil }
            let others = all.dropFirst().prefix(alternatives).map(\.product)
            if !others.isEmpty { best.alternatives = others }
            return best
        }
    }

    /// Sets of products: the best of each type, the second best of each, and so on. A set after the first has two products
    /// or more. The score of a set is the mean of its products.
    func sets(upTo limit: Int) -> (products: [ProductSearch.Product], sets: [ProductSearch.SetInfo]) {
        var chosen: [ProductSearch.Product] = []
        var sets: [ProductSearch.SetInfo] = []
        for place in 0..<limit {
            let members = types.compactMap { type in products[type].flatMap { $0.count > place ? $0[place] : nil } }
            guard members.count > (place == 0 ? 0 : 1) else { break }
            let name = "set\(place + 1)"
            chosen += members.map { member in
                var product = member.product
                product.tags?["set_id"] = .string(name)
                return product
            }
            let score = members.reduce(0) { $0 + $1.score } / Double(members.count)
            sets.append(ProductSearch.SetInfo(id: name, score: score, itemCount: members.count))
        }
        return (chosen, sets)
    }
}
