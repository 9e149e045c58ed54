import Essentials
import VisualSearch

/// The fields of an item that its picture file tells, so that a folder of photos is searchable by what cameras and people
/// wrote into them, and by the names of folders and files.
struct Album: Hashable, Sendable {
    /// The place as well, which tells where somebody lives.
    var keepsPlace = false

    /// The names of the fields, in the order of the help. None is that of a field which shops use for themselves, but `rating`
    /// and `keywords`.
    static let fields: [(name: String, type: AttributeType)] = [
        ("taken", .date), ("camera", .string), ("lens", .string), ("rating", .int), ("headline", .text),
        ("caption", .text), ("keywords", .list), ("people", .list), ("latitude", .float), ("longitude", .float),
        ("creator", .list), ("rights", .text), ("ai", .string), ("folder", .list), ("file_name", .string),
        (Item.pictureText, .text),
    ]

    /// The attributes of an item with the names of its folders and of its file, which are known without reading it, and
    /// without a RAW file that is not beside it any more. An item with fields of a catalog stays as it is.
    ///
    /// - Parameters:
    ///   - withNames: False leaves the names as they are stored.
    ///   - types: As for ``attributes(of:beside:types:limits:)``.
    static func named(
        _ stored: [String: AttributeValue], by input: Input, withNames: Bool = true, types: [String: AttributeType]
    ) -> [String: AttributeValue] {
        guard isOfAlbum(stored) else { return stored }
        var named = stored
        // A RAW file that is gone.
        if input.raws.isEmpty { named["raw"] = nil }
        guard withNames else { return named }
        let folders = input.folderNames
        let values: [(name: String, value: AttributeValue?)] = [
            ("folder", folders.isEmpty ? nil : .list(folders)),
            ("file_name", .string(input.key.nameStem)),
        ]
        for (name, value) in values { named[name] = value.flatMap { fitted($0, to: types[name]) } }
        return named
    }

    private static func isOfAlbum(_ stored: [String: AttributeValue]) -> Bool {
        stored.keys.allSatisfy { name in name == "raw" || fields.contains { $0.name == name } }
    }

    /// The value as a field of the store holds it; nil where it cannot.
    private static func fitted(_ value: AttributeValue, to type: AttributeType?) -> AttributeValue? {
        guard let type, type != value.type else { return value }
        return AttributeValue(value.written, as: type)
    }

    /// The attributes of an item whose file was read.
    ///
    /// Fields of an album are those of the file: a caption that is gone from it is gone. An item with other fields too is one of
    /// a catalog, whose values stay.
    ///
    /// - Parameter types: The fields of the store. A value that one of them cannot hold is left out.
    func attributes(
        of bytes: [UInt8], beside stored: [String: AttributeValue], types: [String: AttributeType], limits: Limits
    ) -> [String: AttributeValue] {
        // A file that cannot be inspected was refused before.
        guard let (details, rights) = try? PictureDetails.withRights(bytes, limits: limits) else { return stored }
        var found = values(details, rights)
        for (name, value) in found { found[name] = Self.fitted(value, to: types[name]) }
        // The RAW file beside the picture, which the walk finds.
        found["raw"] = stored["raw"]
        return Self.isOfAlbum(stored) ? found : stored.merging(found) { stored, _ in stored }
    }

    private func values(_ details: PictureDetails, _ rights: PictureRights) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        values["taken"] = details.taken.map { .date($0) }
        values["camera"] = details.camera.map { .string($0) }
        values["lens"] = details.lens.map { .string($0) }
        values["rating"] = details.rating.map { .int($0) }
        values["headline"] = details.headline.map { .text($0) }
        values["caption"] = details.caption.map { .text($0) }
        if !details.keywords.isEmpty { values["keywords"] = .list(details.keywords) }
        if !details.people.isEmpty { values["people"] = .list(details.people) }
        if !rights.creators.isEmpty { values["creator"] = .list(rights.creators) }
        values["rights"] = rights.rights.map { .text($0) }
        values["ai"] = rights.aiSourceType.map { .string($0) }
        if keepsPlace, let place = details.place {
            values["latitude"] = .float(place.latitude)
            values["longitude"] = .float(place.longitude)
        }
        return values
    }

    /// The fields of an album that items have and the store lacks.
    static func missing(
        in items: some Sequence<Item>, from known: [String: AttributeType]
    ) -> [String: AttributeType] {
        var missing: [String: AttributeType] = [:]
        for item in items {
            for (name, type) in fields where item.attributes[name] != nil && known[name] == nil { missing[name] = type }
        }
        return missing
    }
}

extension Input {
    /// The names of the folders below INPUT in which the file lies, and of INPUT itself, outermost first. Of a file that is
    /// named by its whole path in a list, that of its folder alone.
    fileprivate var folderNames: [String] {
        var outer: [String] = []
        if path.bytes.count > key.bytes.count, path.bytes.suffix(key.bytes.count).elementsEqual(key.bytes) {
            outer = Array(Path(bytes: path.bytes.dropLast(key.bytes.count)).names.suffix(1))
        }
        let inner = Array(key.names.dropLast())
        return outer + (key.bytes.first == UInt8(ascii: "/") ? inner.suffix(1) : inner)
    }
}

extension Path {
    /// The names in the path that name something, outermost first.
    fileprivate var names: [String] {
        bytes.split(separator: UInt8(ascii: "/")).map { Path(bytes: $0).text }.filter { $0 != "." && $0 != ".." }
    }

    /// The name of the file without its extension.
    fileprivate var nameStem: String {
        let file = Path(bytes: name)
        return Path(bytes: file.bytes.dropLast(file.fileExtension.map { $0.count + 1 } ?? 0)).text
    }
}
