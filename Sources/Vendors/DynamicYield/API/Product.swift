extension DynamicYield {
    /// The data of a product with the columns that every catalog of Dynamic Yield may have.
    ///
    /// Reads numbers and flags that came as text. What is of another kind is among ``others``, as it came. For columns
    /// of your own ask with a `Decodable` type of your own.
    public struct Product: Hashable, Sendable, Codable {
        /// The name for people.
        public var name: String?
        /// The address of its page.
        public var url: String?
        /// The address of its picture.
        public var imageURL: String?
        /// The price.
        public var price: Double?
        /// The availability.
        public var isInStock: Bool?
        /// The maker.
        public var brand: String?
        /// The product that this is a variant of.
        public var groupID: String?
        /// The kind of the record, such as `Offer`.
        public var type: String?
        /// The categories, from the widest to the narrowest.
        public var categories: [String]?
        /// The words that describe it.
        public var keywords: [String]?
        /// All other columns.
        public var others: [String: JSONValue]

        /// Decodes an object of any members.
        public init(from decoder: any Decoder) throws {
            let all = try [String: JSONValue](from: decoder)
            // An object of members always has them.
            var members = try JSONMembers(.object(all))
            func texts(_ value: JSONValue) -> [String]? {
                guard case .array(let values) = value else { return value.text.map { [$0] } }
                let texts = values.compactMap(\.text)
                return texts.count == values.count ? texts : nil
            }
            name = members.value("name", \.text)
            url = members.value("url", \.text)
            imageURL = members.value("image_url", \.text)
            price = members.value("price", \.asNumber)
            isInStock = members.value("in_stock") { $0.text.flatMap(Product.flag) }
            brand = members.value("brand", \.text)
            groupID = members.value("group_id", \.text)
            type = members.value("product_type", \.text)
            categories = members.value("categories", texts)
            keywords = members.value("keywords", texts)
            others = members.rest
        }

        /// Encodes the members as they came, nil ones left out.
        public func encode(to encoder: any Encoder) throws {
            var members = others
            let texts = [
                "name": name, "url": url, "image_url": imageURL, "brand": brand, "group_id": groupID,
                "product_type": type,
            ]
            for (key, text) in texts { if let text { members[key] = .string(text) } }
            if let price { members["price"] = .number(price) }
            if let isInStock { members["in_stock"] = .bool(isInStock) }
            if let categories { members["categories"] = .array(categories.map(JSONValue.string)) }
            if let keywords { members["keywords"] = .array(keywords.map(JSONValue.string)) }
            try members.encode(to: encoder)
        }

        private static func flag(_ text: String) -> Bool? {
            switch text.lowercased() {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        }
    }
}
