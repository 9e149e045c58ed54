/// A catalog whose items can be read one after the other: an engine on this machine.
public protocol ItemSource: Sendable {
    /// Returns the number of the last write, by which a copy of the items is known to be current. Blocks.
    func revision() throws(SearchError) -> Int

    /// Reads all items in one state of the catalog. Blocks.
    ///
    /// - Parameter body: Gets an item, and the field that names the types of items in this state: the first of
    ///   `product_type`, `category` and `type` that items have, nil without one.
    /// - Returns: The number of the last write of this state.
    func eachItem(
        _ body: (_ item: Item, _ typeField: String?) throws(SearchError) -> Void
    ) throws(SearchError) -> Int
}
