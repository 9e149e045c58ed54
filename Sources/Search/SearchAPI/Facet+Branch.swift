extension Facet {
    /// A branch of a tree of values, such as `Bags > Handbags`, with the branches in it.
    public struct Branch: Hashable, Sendable, Codable {
        /// The value from the top of the tree on, `Bags > Handbags`: a filter for it finds all below it.
        public var path: String
        /// The last part of the path, `Handbags`.
        public var name: String
        /// The number of hits in the branch and in all below it.
        public var count: Int
        /// The branches in it, most frequent first, ties in the order of a dictionary.
        public var children: [Branch]
        /// The number of further branches in it that the limit leaves out.
        public var more: Int

        /// Creates a branch; by default with nothing below it.
        public init(path: String, name: String, count: Int, children: [Branch] = [], more: Int = 0) {
            self.path = path
            self.name = name
            self.count = count
            self.children = children
            self.more = more
        }
    }
}
