internal import Essentials
internal import SearchAPI
internal import WireFormat

/// The variants in an object of a catalog as rows: `variants` of Shopify's interfaces and `hasVariant` of a ProductGroup of
/// schema.org. Each has the members of its product that it does not have itself, its own picture first, and the product in
/// `item_group_id`. One variant alone is the product.
enum VariantObjects {
    /// Members of a variant that say nothing of it beside its product.
    private static let unsaid: Set<String> = [
        "@id", "@type", "product_id", "position", "created_at", "updated_at", "admin_graphql_api_id", "image_id",
        "image",
        "featured_image", "featured_media", "title", "option1", "option2", "option3", "isVariantOf",
    ]
    /// Members that are numbers in quotes in Shopify's interfaces.
    private static let amounts: Set<String> = ["price", "compare_at_price"]

    static func rows(of members: [String: JSONValue]) -> [[String: JSONValue]] {
        let isShopify = members["hasVariant"] == nil
        let list = isShopify ? "variants" : "hasVariant"
        guard case .array(let values)? = members[list] else { return [members] }
        let variants = values.compactMap { value -> [String: JSONValue]? in
            guard case .object(let variant) = value else { return nil }
            // A reference tells nothing.
            return variant.keys.allSatisfy { ["@id", "@type", "url"].contains($0) } ? nil : variant
        }
        guard !variants.isEmpty, variants.count == values.count else { return [members] }
        var product = members
        product[list] = nil
        let options = optionNames(members["options"])
        if isShopify, !options.isEmpty { product["options"] = nil }
        let pictures = isShopify ? Pictures(members["images"], variants) : nil
        let key = AttributeTable.idNames.first { product[$0] != nil || variants[0][$0] != nil }
        return variants.enumerated().map { number, variant in
            var row = product
            for (name, value) in variant where value != .null && value.written != "" {
                if isShopify, unsaid.contains(name) || name == "id" { continue }
                if !isShopify, ["@id", "@type", "isVariantOf"].contains(name) { continue }
                row[name] = isShopify && amounts.contains(name) ? amount(value) : value
            }
            for (option, name) in options.enumerated() {
                let value = variant["option\(option + 1)"]?.written ?? ""
                if !value.isEmpty, value != "Default Title" { row[name] = .string(value) }
            }
            guard variants.count > 1 else { return row }
            if let pictures { row["images"] = pictures.list(of: number) }
            if let group = ["productGroupID", "id", "handle", "sku", "@id"].lazy.compactMap({ members[$0] }).first,
                row["item_group_id"] == nil
            {
                row["item_group_id"] = .string(group.written)
            }
            if let key {
                let own = variant[key]?.written ?? ""
                row[key] = .string(own.isEmpty ? "\(product[key]?.written ?? "")/\(number + 1)" : own)
            }
            return row
        }
    }

    /// The names of a product's options: objects with a `name`, or names alone.
    private static func optionNames(_ options: JSONValue?) -> [String] {
        guard case .array(let values)? = options else { return [] }
        return values.compactMap { value in
            if case .object(let option) = value { return option["name"]?.text }
            return value.text
        }
    }

    private static func amount(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, let number = Double(text), number.isFinite else { return value }
        return .number(number)
    }

    /// The pictures of a product of Shopify's, of which some are those of a variant.
    private struct Pictures {
        private let all: [JSONValue]
        /// For each variant, the places of its own pictures in the list, or a picture that is not in it.
        private var own: [Set<Int>] = []
        private var other: [JSONValue?] = []

        init(_ images: JSONValue?, _ variants: [[String: JSONValue]]) {
            guard case .array(let all)? = images else {
                self.all = []
                (own, other) = (variants.map { _ in [] }, variants.map { $0["featured_image"] ?? $0["image"] })
                return
            }
            self.all = all
            for variant in variants {
                let picture = variant["featured_image"] ?? variant["image"]
                let sources = Set([Self.source(picture)].compactMap(\.self))
                let number = variant["image_id"] ?? Self.member("id", of: picture)
                let found = all.indices.filter { index in
                    let image = all[index]
                    if let source = Self.source(image), sources.contains(source) { return true }
                    if let number, number != .null, Self.member("id", of: image) == number { return true }
                    guard case .array(let ids)? = Self.member("variant_ids", of: image), let id = variant["id"] else {
                        return false
                    }
                    return ids.contains(id)
                }
                own.append(Set(found))
                other.append(found.isEmpty && !sources.isEmpty ? picture : nil)
            }
        }

        /// Those of a variant first, then those of no other one.
        func list(of variant: Int) -> JSONValue {
            let others = own.enumerated().filter { $0.offset != variant }.reduce(into: Set<Int>()) {
                $0.formUnion($1.element)
            }
            let first = all.indices.filter(own[variant].contains)
            let rest = all.indices.filter { !own[variant].contains($0) && !others.contains($0) }
            return .array([other[variant]].compactMap(\.self) + (first + rest).map { all[$0] })
        }

        private static func member(_ name: String, of value: JSONValue?) -> JSONValue? {
            guard case .object(let members)? = value else { return nil }
            return members[name]
        }

        private static func source(_ value: JSONValue?) -> String? {
            (member("src", of: value) ?? member("url", of: value) ?? value)?.text
        }
    }
}
