import VisualSearch

/// The options that specify the query.
struct QueryOptions: Hashable, Sendable {
    var ids: [String] = []
    /// Files of pictures and ids of items that hits shall not be like.
    var unlike: [Path] = []
    /// All pictures and items are one query, by their mean.
    var isTogether = false
    var colors: [SearchRequest.WeightedColor] = []
    var avoidedColors: [RGB] = []
    var text: String?
    var keepsPhrases = false
    var box: Box?
    var point: Point?
    var colorWeight = 0.5
    var kindWeight: Double?
    var pictureTextWeight: Double?
    /// The folder of the models that read the pictures of the query.
    var textModels: Path?

    /// One query for each picture or item, or one by all of them with `--together`; without any, one of the other parts.
    func queries(_ pictures: [Path]) throws(UsageError) -> [PictureQuery] {
        try checkParts(pictures)
        let limit = SearchRequest.colorLimit
        if colors.count > limit { throw UsageError("--color allows at most \(limit) colors") }
        if avoidedColors.count > limit { throw UsageError("--avoid-color allows at most \(limit) colors") }
        if keepsPhrases, text == nil { throw UsageError("--no-phrases needs --text") }
        let examples =
            pictures.map { PictureQuery(pictures: [$0], options: self) }
            + ids.map { PictureQuery(ids: [$0], options: self) }
        if isTogether || examples.isEmpty { return [PictureQuery(pictures: pictures, ids: ids, options: self)] }
        return examples
    }

    private func checkParts(_ pictures: [Path]) throws(UsageError) {
        if pictures.isEmpty, ids.isEmpty {
            if isTogether { throw UsageError("--together needs pictures, or items by --id") }
            guard !colors.isEmpty || text != nil else {
                throw UsageError("missing query: give a picture, --id, --color or --text")
            }
        }
        if !isTogether, !pictures.isEmpty, !ids.isEmpty {
            throw UsageError("give a picture or --id, not both; with --together both are one search")
        }
        if box != nil, point != nil { throw UsageError("give --box or --point, not both") }
        if pictures.isEmpty, box != nil || point != nil { throw UsageError("--box and --point need a picture") }
        if textModels != nil {
            if pictures.isEmpty { throw UsageError("--read-text needs a picture; items of the store have their text") }
            if box != nil || point != nil {
                throw UsageError("--read-text reads whole pictures; leave out --box and --point")
            }
            if isTogether, pictures.count > 1 {
                throw UsageError("--read-text reads one picture for each search, not \(pictures.count) of --together")
            }
        } else if pictureTextWeight != nil, ids.isEmpty {
            throw UsageError("--picture-text-weight needs --id, or a picture and --read-text")
        }
        if isTogether, pictures.count > 1, box != nil || point != nil {
            throw UsageError("--box and --point go with one picture, not with \(pictures.count)")
        }
        let count = (isTogether ? pictures.count + ids.count : 1) + unlike.count
        let most = SearchRequest.Query.examplesLimit
        if count > most { throw UsageError("a search takes at most \(most) pictures and items, not \(count)") }
    }

    static var group: OptionGroup<QueryOptions> {
        OptionGroup(
            "Query",
            .repeated(
                "--id", kind: .id(), help: "Id of an item to find similar items for. Repeatable.",
                add: { $0.ids.append($1) }),
            .flag(
                "--together", help: "Search once for what all pictures and items share.",
                default: .clause("once for each"), sets: \.isTogether),
            .repeated(
                "--unlike", kind: .path("FILE|ID"),
                help: "Picture, or id of an item, to exclude with its near-copies; similar items rank lower. "
                    + "The name of an existing file is a picture. Repeatable.", add: { $0.unlike.append($1) }),
            .repeated(
                "--color", kind: .weightedColor,
                help: "Color to search for. Repeatable; the number after a colon is its weight.",
                add: { $0.colors.append($1) }),
            .repeated(
                "--avoid-color", kind: .color,
                help: "Color that hits shall not show: items with a fifth of it or more leave. Repeatable.",
                add: { $0.avoidedColors.append($1) }),
            .value(
                "--text", kind: .text("WORDS", expected: "words"),
                help:
                    "Words that items have in their attributes: all of them, or the most where no item has all. Can be "
                    + "combined with a picture or colors. Items with a word leave by a minus: 'bag -leather -\"knee high\"'.",
                sets: \.text),
            .flag(
                "--no-phrases", help: "Search for all words of --text as words.",
                default: .clause(
                    "conditions in it, such as 'under 50', 'not red' or 'cheapest', and names of values are read "
                        + "as filters and as the order, and shown"), sets: \.keepsPhrases),
            .value(
                "--box", kind: .box,
                help: "Part of the picture to compare, in its upright pixels; at least "
                    + "\(Box.leastDescribedSide) on each side.", sets: \.box),
            .value(
                "--point", kind: .point, help: "Position of the object to compare, or else of the nearest one.",
                sets: \.point),
            .value(
                "--color-weight", kind: .decimal("W", in: 0...1, expected: "a number from 0 to 1"),
                help: "Weight of color against shape: 0 compares shape only, 1 color only.", default: "0.5",
                sets: \.colorWeight),
            .kindWeight(sets: \.kindWeight),
            .value(
                "--read-text", kind: .folder("DIR"),
                help:
                    "Read the text in the pictures of the query with the models of DIR, see 'magpie read': words that pictures "
                    + "of the store have as well make them more alike. Items by --id have the text that 'index --read-text' has read.",
                sets: \.textModels),
            .value(
                "--picture-text-weight", kind: .optionalShare,
                help: "Weight of these words, from 0 to 1; 0 compares looks alone.",
                default: .clause("\(SearchRequest.Query.usualPictureTextWeight)"), sets: \.pictureTextWeight))
    }
}

extension Option {
    /// The weight of the kind of product.
    static func kindWeight(sets property: WritableKeyPath<Target, Double?>) -> Option {
        .value(
            "--kind-weight", kind: .optionalShare,
            help: "Weight of the learned product type, from 0 to 1; 0 ignores all that was learned.",
            default: .clause("0.3; 0.5 beside words or colors, or for items of the catalog"), sets: property)
    }
}

/// One query of a call.
struct PictureQuery: Hashable, Sendable {
    var pictures: [Path] = []
    var ids: [String] = []
    let options: QueryOptions

    /// The first picture.
    var picture: Path? { pictures.first }
    /// Its name in messages: the pictures and items.
    var name: String { (pictures.map(\.text) + ids).map(\.printable).joined(separator: ", ") }

    /// Reads the pictures. Throws `SearchError.image` where that fails.
    ///
    /// - Parameters:
    ///   - texts: Reads the text in the pictures; nil reads none.
    ///   - fault: Called for a picture whose text could not be read.
    func query(
        limits: Limits, texts: PictureTexts? = nil, fault: (Path, String) -> Void = { _, _ in }
    ) throws(SearchError) -> SearchRequest.Query {
        func image(_ path: Path) throws(SearchError) -> ImageInput {
            do throws(ImageError) { return .bytes(try FileContents(path, limit: limits.inputBytes).bytes) } catch {
                throw .image(error)
            }
        }
        var examples: [SearchRequest.WeightedExample] = []
        let region = options.box.map(Region.box) ?? options.point.map(Region.point)
        var pictureText: String?
        for picture in pictures {
            let input = try image(picture)
            examples.append(.init(.image(input, region)))
            if let texts, case .bytes(let bytes) = input {
                let read = texts.text(of: bytes, limits: limits)
                pictureText = read.value?.written
                if let reason = read.fault { fault(picture, reason) }
            }
        }
        for id in ids { examples.append(.item(id)) }
        for name in options.unlike {
            let isFile = (try? FileStatus.of(name))?.kind == .file
            examples.append(isFile ? .image(try image(name), weight: -1) : .item(name.text, weight: -1))
        }
        let weight = options.pictureTextWeight ?? SearchRequest.Query.usualPictureTextWeight
        var query = SearchRequest.Query(
            colors: options.colors, text: options.text, colorWeight: options.colorWeight,
            kindWeight: options.kindWeight, readsPhrases: options.text != nil && !options.keepsPhrases,
            examples: examples,
            avoidedColors: options.avoidedColors)
        if !ids.isEmpty || pictureText != nil { query.pictureTextWeight = weight }
        if weight > 0 { query.pictureText = pictureText }
        return query.simplified
    }
}
