extension SearchRequest.Query {
    /// Throws for too many examples, for a weight out of its range, and for an item that is named twice.
    func checkExamples() throws(SearchError) {
        let limit = Self.examplesLimit
        let count = examples.count + unlike.count
        if count > limit {
            let kind = examples.isEmpty ? "items to be unlike" : "examples"
            throw .invalidArgument("a search takes at most \(limit) \(kind), not \(count)")
        }
        var weights: [String: Double] = [:]
        func note(_ id: String, _ weight: Double) throws(SearchError) {
            guard let other = weights.updateValue(weight, forKey: id) else { return }
            throw .invalidArgument(
                (weight > 0) == (other > 0)
                    ? "the item `\(id)` is an example twice; name it once, with one weight"
                    : "hits cannot both resemble the item `\(id)` and not resemble it; name it once, with one weight")
        }
        for (place, each) in examples.enumerated() {
            guard (-1...1).contains(each.weight), each.weight != 0 else {
                throw .invalidArgument(
                    "the weight of example \(place + 1) must be from -1 to 1 and not 0, not \(each.weight)")
            }
            if case .item(let id) = each.example { try note(id, each.weight) }
        }
        // A double naming in the short forms is of no harm, and was never refused.
        if examples.isEmpty { return }
        if case .item(let id) = example { try note(id, 1) }
        for id in Set(unlike).sorted() { try note(id, -1) }
    }
}
