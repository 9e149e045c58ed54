import Recommendations

/// A sequence of batches of events that is always the same, so that a test knows what a file must hold after each.
enum Shopping {
    static let batchSize = 5

    /// Batch `number`, from 1. Its number is the search of its events; their visits go over several batches.
    static func batch(_ number: Int) -> [TrackedEvent] {
        let actions = ["product_view", "product_click", "add_to_cart", "transaction"]
        return (0..<batchSize).map { index in
            let seed = number * 7 + index * 3
            return TrackedEvent(
                action: actions[seed % 4], user: "u\(number / 4 % 50)",
                session: number.isMultiple(of: 3) ? nil : "s\(number / 6)", query: "\(number)",
                item: "p\(seed * seed % 40)")
        }
    }
}
