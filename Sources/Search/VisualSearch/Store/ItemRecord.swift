internal import Essentials

/// All that is stored of an item beside its id, as JSON. The members of its first picture are among its own.
///
/// Vectors, palettes and thumbnails are in base 64, values of attributes are objects with one member named by the kind.
package struct ItemRecord: Codable, Sendable {
    /// The stored values of a picture.
    private struct Picture: Codable, Sendable {
        var source: String?
        /// Of further pictures alone.
        var role: String?
        var vector: Data
        var colors: Data
        var thumbnail: Data?
        var size: Int?
        var modified: Int?
        var hash: Data?
        /// The vector of the built-in describer beside that of a model, and what made it. Missing in older records.
        var builtIn: Data?
        var builtInDescriber: String?

        init(_ picture: StoredPicture, role: PictureRole? = nil, source: String?, _ fingerprint: Fingerprint?) {
            self.source = source
            self.role = role?.rawValue
            vector = Data(picture.vector.map(UInt8.init(bitPattern:)))
            colors = Data(picture.colors)
            thumbnail = picture.thumbnail.map { Data($0) }
            size = fingerprint?.size
            modified = fingerprint?.modified
            hash = fingerprint.map { Data($0.hash) }
            builtIn = picture.builtIn.map { Data($0.values.map(UInt8.init(bitPattern:))) }
            builtInDescriber = picture.builtIn?.describer
        }

        var stored: StoredPicture {
            var picture = StoredPicture(
                vector: vector.map(Int8.init(bitPattern:)), colors: Array(colors),
                thumbnail: thumbnail.map { Array($0) })
            if let describer = builtInDescriber, let values = builtIn {
                picture.builtIn = BuiltInVector(describer: describer, values: values.map(Int8.init(bitPattern:)))
            }
            return picture
        }

        var fingerprint: Fingerprint? {
            guard let size, let modified, let hash else { return nil }
            return Fingerprint(size: size, modified: modified, hash: Array(hash))
        }
    }

    private let first: Picture
    private let attributes: [String: AttributeValue]
    /// The pictures beside the first one; missing in older records, and in those of one picture.
    private let further: [Picture]?

    private enum Names: String, CodingKey {
        case attributes
        case further = "pictures"
    }

    package init(_ stored: StoredItem, _ picture: StoredPicture) {
        first = Picture(picture, source: stored.item.source, stored.fingerprint)
        attributes = stored.item.attributes
        let pictures = stored.pictures?.map { Picture($0.picture, role: $0.role, source: $0.source, $0.fingerprint) }
        further = pictures?.isEmpty ?? true ? nil : pictures
    }

    package init(from decoder: any Decoder) throws {
        first = try Picture(from: decoder)
        let own = try decoder.container(keyedBy: Names.self)
        attributes = try own.decode([String: AttributeValue].self, forKey: .attributes)
        further = try own.decodeIfPresent([Picture].self, forKey: .further)
    }

    package func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        var own = encoder.container(keyedBy: Names.self)
        try own.encode(attributes, forKey: .attributes)
        try own.encodeIfPresent(further, forKey: .further)
    }

    package var hasFurther: Bool { further != nil }

    /// The item with all of its pictures. A role that this version does not know counts as unknown.
    package func stored(id: String) -> StoredItem {
        let item = Item(id: id, source: first.source, attributes: attributes)
        var stored = StoredItem(item, picture: first.stored, fingerprint: first.fingerprint)
        stored.pictures = (further ?? []).map {
            FurtherPicture(
                $0.stored, role: $0.role.flatMap(PictureRole.init), source: $0.source, fingerprint: $0.fingerprint)
        }
        return stored
    }
}
