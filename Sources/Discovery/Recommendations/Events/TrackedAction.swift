/// The meaning of an event's action, whichever tracker sent it.
package enum TrackedAction: Sendable {
    /// An item was on a screen, among others.
    case shown
    /// A person looked at an item, went to it, put it in the cart or on a wish list, or bought it.
    case viewed, clicked, carted, bought

    /// The meaning of a name as the trackers of ViSearch, Dynamic Yield and Bloomreach send it, in any case and with any
    /// signs between its words; nil for other actions.
    package init?(_ name: String) {
        if let exact = TrackedAction.names[name] {
            self = exact
            return
        }
        var word = String(name.lowercased().map { $0 == "-" || $0 == " " || $0 == "." ? "_" : $0 })
        if word.hasSuffix("_v1") { word.removeLast(3) }
        guard let meaning = TrackedAction.names[word] else { return nil }
        self = meaning
    }

    private static let names: [String: TrackedAction] = [
        "slot_impression": .shown, "result_load": .shown, "recommendation_view": .shown,
        "recommendation_impression": .shown,
        "view": .viewed, "product_view": .viewed, "view_item": .viewed,
        "click": .clicked, "product_click": .clicked, "slot_click": .clicked, "recommendation_click": .clicked,
        "add_to_cart": .carted, "cart_update": .carted, "sync_cart": .carted, "add_to_wishlist": .carted,
        "transaction": .bought, "purchase": .bought, "purchase_item": .bought,
    ]
}
