import VisualSearch

/// The fields of an item that its picture file tells, so that a folder of photos is searchable by what cameras and people
/// wrote into them.
struct Album: Hashable, Sendable {
    /// The place as well, which tells where somebody lives.
    var keepsPlace = false

    /// The names of the fields, in the order of the help. None is that of a field which shops use for themselves, but `rating`
    /// and `keywords`.
    static let fields: [(name: String, type: AttributeType)] = [
        ("taken", .date), ("camera", .string), ("lens", .string), ("rating", .int), ("headline", .text),
        ("caption", .text), ("keywords", .list), ("people", .list), ("latitude", .float), ("longitude", .float),
        ("creator", .list), ("rights", .text), ("ai", .string),
    ]

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
        for (name, value) in found {
            guard let type = types[name], type != value.type else { continue }
            found[name] = AttributeValue(value.written, as: type)
        }
        // The RAW file beside the picture, which the walk finds.
        found["raw"] = stored["raw"]
        let isOfAlbum = stored.keys.allSatisfy { name in name == "raw" || Self.fields.contains { $0.name == name } }
        return isOfAlbum ? found : stored.merging(found) { stored, _ in stored }
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
