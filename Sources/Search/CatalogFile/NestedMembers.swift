internal import Essentials
internal import WireFormat

/// The members of an object of a catalog as columns: those of objects in it by their paths, such as `size.width`, and the shapes that
/// schema.org and shops' interfaces have by the columns that they stand for.
enum NestedMembers {
    /// The most names of a path.
    private static let deepest = 3
    /// Members that hold pictures, whose objects are read as such.
    private static let pictures: Set<String> = [
        "image", "images", "picture", "pictures", "file", "files", "featured_image", "media", "photo", "photos",
    ]
    /// The columns that members of an offer stand for, if the product does not have them.
    private static let offers = ["price": "price", "priceCurrency": "currency", "availability": "availability"]

    static func flattened(_ members: [String: JSONValue]) -> [String: JSONValue] {
        let isNested = members.values.contains { value in
            switch value {
            case .object: true
            case .array(let values): values.contains { if case .object = $0 { true } else { false } }
            default: false
            }
        }
        guard isNested || members["@context"] != nil else { return members }
        var flat: [String: JSONValue] = [:]
        for (name, value) in members where !["@context", "@type"].contains(name) {
            guard !pictures.contains(FieldName.plain(name)) else {
                flat[name] = value
                continue
            }
            add(value, name, depth: 1, to: &flat)
        }
        if case .object(let offer)? = offer(members["offers"]) {
            for (name, column) in offers where members[column] == nil && offer[name] != nil && offer[name] != .null {
                flat["offers.\(name)"] = nil
                flat[column] = column == "price" ? number(offer[name]) : offer[name]
            }
        }
        return flat
    }

    private static func add(_ value: JSONValue, _ name: String, depth: Int, to flat: inout [String: JSONValue]) {
        guard case .object(let inner) = value, depth < deepest else {
            // Of several offers the first one counts; other lists of objects stay as they are written.
            if name == "offers", case .object? = offer(value), case .array = value {
                add(offer(value) ?? .null, name, depth: depth, to: &flat)
            } else if flat[name] == nil {
                flat[name] = value
            }
            return
        }
        // A brand, a maker, a seller: the name is what it is called.
        if case .string(let text)? = inner["name"],
            inner.keys.allSatisfy({ ["name", "@type", "@id", "url"].contains($0) })
        {
            flat[name] = .string(text)
            return
        }
        for (key, value) in inner where key != "@type" { add(value, "\(name).\(key)", depth: depth + 1, to: &flat) }
    }

    private static func offer(_ value: JSONValue?) -> JSONValue? {
        if case .array(let values)? = value { return values.first }
        return value
    }

    /// A price in quotes is a number as well: no code looks like the price of an offer.
    private static func number(_ value: JSONValue?) -> JSONValue? {
        guard case .string(let text)? = value, let number = Double(text.trimmingBlanks()), number.isFinite else {
            return value
        }
        return .number(number)
    }
}
