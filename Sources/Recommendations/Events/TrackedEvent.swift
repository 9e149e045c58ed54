/// Something that a person did with items, as trackers report it.
package struct TrackedEvent: Hashable, Sendable {
    /// `product_click`, `transaction` and so on, or a word of the sender's own. See ``TrackedAction``.
    package var action: String
    /// The visitor and the visit.
    package var user: String?
    package var session: String?
    /// The search that it followed.
    package var query: String?
    /// The item, `pid` on the wire.
    package var item: String?
    /// The position of the item among the results, from 1.
    package var position: Int?
    /// The value of a transaction.
    package var value: Double?
    /// The time of the event, by the sender's clock, in milliseconds since 1970.
    package var time: Int?
    /// Everything that was sent, by name.
    package var members: [String: String]

    package init(
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
