/// Something that a person did with items, as trackers report it.
public struct TrackedEvent: Hashable, Sendable {
    /// `product_view`, `product_click`, `add_to_cart`, `transaction` and so on, or a word of your own. Recommendations
    /// are made of looking at an item, going to it, putting it in the cart or on a list, and buying it.
    public var action: String
    /// The visitor, by any name that stays the same.
    public var user: String?
    /// The visit. What one visitor did in half an hour is one visit where none is named.
    public var session: String?
    /// The search that it followed, by the name in its answer.
    public var query: String?
    /// The id of the item, `pid` on the wire.
    public var item: String?
    /// The position of the item among the results, from 1.
    public var position: Int?
    /// The value of a transaction.
    public var value: Double?
    /// The time of the event, by the sender's clock, in milliseconds since 1970.
    public var time: Int?
    /// Everything that was sent, by name.
    public var members: [String: String]

    /// Creates an event; all parts but the action are optional.
    public init(
        action: String, user: String? = nil, session: String? = nil, query: String? = nil, item: String? = nil,
        position: Int? = nil, value: Double? = nil, time: Int? = nil, members: [String: String] = [:]
    ) {
        self.action = action
        self.user = user
        self.session = session
        self.query = query
        self.item = item
        self.position = position
        self.value = value
        self.time = time
        self.members = members
    }
}
