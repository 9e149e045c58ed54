/// An item that a model found, with the parts of its score.
struct Found {
    /// A part of a score: what gave it, and from which seed.
    struct Reason {
        var kind: Model.Kind
        var seed: String?
        var amount: Double
    }

    var slot: Int
    /// At least 0; the sum of the reasons.
    var score: Double
    /// The parts of the score by kinds of the model, as they were asked for.
    var engines: [(kind: Model.Kind, amount: Double)]
    var reasons: [Reason]

    /// An item that one kind found for these reasons.
    init(_ slot: Int, by kind: Model.Kind, _ reasons: [Reason]) {
        self.slot = slot
        self.reasons = reasons
        score = reasons.reduce(0) { $0 + $1.amount }
        engines = [(kind, score)]
    }

    /// The kind with the largest part; of equal ones the first.
    var engine: Model.Kind? { engines.max { $0.amount < $1.amount }?.kind }

    mutating func scale(by factor: Double) {
        score *= factor
        for index in engines.indices { engines[index].amount *= factor }
        for index in reasons.indices { reasons[index].amount *= factor }
    }

    mutating func merge(_ other: Found) {
        score += other.score
        engines += other.engines
        reasons += other.reasons
    }
}

extension [Found] {
    /// Best first; equal ones by slot.
    func ordered() -> [Found] {
        sorted { $0.score != $1.score ? $0.score > $1.score : $0.slot < $1.slot }
    }

    /// The sum of several lists with their weights, each list first brought to a best score of 1: the scores of
    /// different kinds do not compare. The best possible score is 1 again.
    static func blend(_ lists: [(list: [Found], weight: Double)]) -> [Found] {
        let whole = lists.reduce(0) { $0 + $1.weight }
        var places: [Int: Int] = [:]
        var blended: [Found] = []
        for (list, weight) in lists {
            guard let best = list.map(\.score).max(), best > 0 else { continue }
            for var found in list {
                found.scale(by: weight / whole / best)
                if let place = places[found.slot] {
                    blended[place].merge(found)
                } else {
                    places[found.slot] = blended.count
                    blended.append(found)
                }
            }
        }
        return blended
    }

    /// As items that `kind` found, whatever kinds it asked.
    func credited(to kind: Model.Kind) -> [Found] {
        map { found in
            var found = found
            found.engines = [(kind, found.score)]
            return found
        }
    }
}
