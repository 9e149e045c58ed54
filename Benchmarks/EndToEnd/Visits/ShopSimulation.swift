import SearchAPI

/// Simulated visits to a shop: no real person is behind them, and figures measured on them say how well a model finds
/// what this generator has put in, not how a real shop would fare. The same seed gives the same visits.
///
/// - Items lie in topics of about 50. Each has one of four styles and a place in the order of its topic.
/// - A customer has three topics with the shares 0.6, 0.3 and 0.1, and prefers one style. One visit in ten leads to a
///   topic by chance. The customers are of unequal zeal: a tenth of them makes about a third of the visits.
/// - A visit leads to one to three lists of a topic, which begin near its top more often than not. Position bias: the
///   item at place r, from 0, is looked at with the probability 1 / (1 + r / 6). What was looked at is clicked with a
///   probability of 0.4 in the preferred style and 0.06 in others; a quarter of the clicked items go to the cart, and
///   two fifths of those are bought.
/// - Planted pairs join items of different topics: who puts the first in the cart clicks the second with a
///   probability of 0.5, and then buys both with a probability of 0.6.
/// - One visit in five is of nobody who is known, and one in four of the others has no session.
struct ShopSimulation {
    enum Action: String {
        case view = "product_view"
        case click = "product_click"
        case cart = "add_to_cart"
        case purchase = "transaction"
    }

    struct Step {
        var item: Int
        var action: Action
        /// Since the beginning of the simulation.
        var second: Int
    }

    struct Visit {
        var number: Int
        /// Nil for nobody who is known.
        var customer: Int?
        var hasSession: Bool
        var steps: [Step]

        /// The items that were clicked, in their order.
        var clicked: [Int] { steps.filter { $0.action == .click }.map(\.item) }
    }

    private struct Customer {
        var topics: [Int]
        var style: Int
    }

    let items: Int
    /// The second by the first.
    private(set) var pairs: [Int: Int] = [:]
    private let topics: Int
    private var customers: [Customer] = []
    private var numbers: SplitMix
    private var made = 0

    init(items: Int, customers: Int, pairs: Int, seed: Int) {
        self.items = items
        let topics = max(items / 50, 4)
        self.topics = topics
        numbers = SplitMix(seed: seed)
        for _ in 0..<customers {
            var liked: [Int] = []
            for _ in 0..<3 { liked.append(Int.random(in: 0..<topics, using: &numbers)) }
            self.customers.append(Customer(topics: liked, style: Int.random(in: 0..<4, using: &numbers)))
        }
        while self.pairs.count < pairs {
            let first = Int.random(in: 0..<items, using: &numbers)
            let second = Int.random(in: 0..<items, using: &numbers)
            // Near the top of a topic, where they are seen often enough to be found.
            if first / topics < 10, first % topics != second % topics, self.pairs[second] == nil {
                self.pairs[first] = second
            }
        }
    }

    /// A visit that begins at a moment of a day, counted from 0.
    mutating func visit(day: Int) -> Visit {
        made += 1
        let zeal = numbers.unit()
        let customer = Int(zeal * zeal * Double(customers.count))
        var steps: [Step] = []
        var second = day * 86_400 + Int.random(in: 8 * 3_600..<22 * 3_600, using: &numbers)
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            walk(customers[customer], &second, into: &steps)
        }
        let isKnown = numbers.unit() >= 0.2
        return Visit(
            number: made, customer: isKnown ? customer : nil, hasSession: !isKnown || numbers.unit() >= 0.25,
            steps: steps)
    }

    /// Goes down a list of a topic.
    private mutating func walk(_ customer: Customer, _ second: inout Int, into steps: inout [Step]) {
        let chance = numbers.unit()
        var topic = customer.topics[chance < 0.6 ? 0 : chance < 0.9 ? 1 : 2]
        if numbers.unit() < 0.1 { topic = Int.random(in: 0..<topics, using: &numbers) }
        let length = (items - topic + topics - 1) / topics
        let start = Int(Double(length) * numbers.unit() * numbers.unit())
        for place in 0..<min(20, length - start) {
            let item = (start + place) * topics + topic
            guard numbers.unit() < 1 / (1 + Double(place) / 6) else { continue }
            // The style goes by the place in the order, mixed so that lists have all styles.
            let style = (item / topics) &* 7 % 11 % 4
            guard numbers.unit() < (style == customer.style ? 0.4 : 0.06) else { continue }
            want(item, &second, into: &steps)
        }
    }

    private mutating func want(_ item: Int, _ second: inout Int, into steps: inout [Step]) {
        func add(_ item: Int, _ action: Action) {
            second += Int.random(in: 5...60, using: &numbers)
            steps.append(Step(item: item, action: action, second: second))
        }
        add(item, .click)
        add(item, .view)
        guard numbers.unit() < 0.25 else { return }
        add(item, .cart)
        var buys = numbers.unit() < 0.4
        if let partner = pairs[item], numbers.unit() < 0.5 {
            add(partner, .click)
            if numbers.unit() < 0.6 {
                add(partner, .purchase)
                buys = true
            }
        }
        if buys { add(item, .purchase) }
    }
}
