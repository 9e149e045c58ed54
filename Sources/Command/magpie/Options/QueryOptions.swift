import Imaging
import SearchAPI
import VisualSearch

/// The options that specify the query.
struct QueryOptions: Hashable, Sendable {
    var id: String?
    var colors: [SearchRequest.WeightedColor] = []
    var text: String?
    var keepsPhrases = false
    var box: Box?
    var point: Point?
    var colorWeight = 0.5
    var kindWeight: Double?

    /// One query for each picture; without pictures, one of the other parts.
    func queries(_ pictures: [Path]) throws(UsageError) -> [PictureQuery] {
        if id != nil, !pictures.isEmpty { throw UsageError("give a picture or --id, not both") }
        if box != nil, point != nil { throw UsageError("give --box or --point, not both") }
        if pictures.isEmpty, box != nil || point != nil { throw UsageError("--box and --point need a picture") }
        let limit = SearchRequest.colorLimit
        if colors.count > limit { throw UsageError("--color allows at most \(limit) colors") }
        if keepsPhrases, text == nil { throw UsageError("--no-phrases needs --text") }
        if pictures.isEmpty {
            guard id != nil || !colors.isEmpty || text != nil else {
                throw UsageError("missing query: give a picture, --id, --color or --text")
            }
            return [PictureQuery(picture: nil, options: self)]
        }
        return pictures.map { PictureQuery(picture: $0, options: self) }
    }

    static var group: OptionGroup<QueryOptions> {
        OptionGroup(
            title: "Query",
            options: [
                .value(
                    "--id", kind: .text("ID", expected: "an id"), help: "Id of an item to find similar items for.",
                    sets: \.id),
                .repeated(
                    "--color", kind: .weightedColor,
                    help: "Color to search for. Repeatable; the number after a colon is its weight.",
                    add: { $0.colors.append($1) }),
                .value(
                    "--text", kind: .text("WORDS", expected: "words"),
                    help:
                        "Words that items have in their attributes: all of them, or the most where no item has all. Can be "
                        + "combined with a picture or colors.",
                    sets: \.text),
                .flag(
                    "--no-phrases",
                    help:
                        "Search for all words of --text as words. Default: conditions in it, such as 'under 50', 'not red' or "
                        + "'cheapest', and names of values are read as filters and as the order, and shown.",
                    sets: \.keepsPhrases),
                .value(
                    "--box", kind: .box,
                    help: "Part of the picture to compare, in its upright pixels; at least "
                        + "\(Box.leastDescribedSide) on each side.",
                    sets: \.box),
                .value(
                    "--point", kind: .point,
                    help: "Position of the object to compare, or else of the nearest one.",
                    sets: \.point),
                .value(
                    "--color-weight", kind: .decimal("W", in: 0...1, expected: "a number from 0 to 1"),
                    help: "Weight of color against shape: 0 compares shape only, 1 color only. Default 0.5.",
                    sets: \.colorWeight),
                .kindWeight(sets: \.kindWeight),
            ])
    }
}

extension Option {
    /// The weight of the kind of product.
    static func kindWeight(sets property: WritableKeyPath<Target, Double?>) -> Option {
        .value(
            "--kind-weight", kind: .optionalShare,
            help:
                "The most that the kind of product adds to the score of a picture or an item, from 0 to 1, where the "
                + "store has learned from its types: 0 uses nothing that it learned. Default 0.3; 0.5 beside words or "
                + "colors, or where the catalog knows the query.",
            sets: property)
    }
}

/// One query of a call.
struct PictureQuery: Hashable, Sendable {
    let picture: Path?
    let options: QueryOptions

    /// Reads the picture. Throws `SearchError.image` where that fails.
    func query(limits: Limits) throws(SearchError) -> SearchRequest.Query {
        var example = options.id.map { SearchRequest.Example.item(id: $0) }
        if let picture {
            do throws(ImageError) {
                let file = try FileContents(picture, limit: limits.inputBytes)
                example = .image(.bytes(file.bytes), options.box.map(Region.box) ?? options.point.map(Region.point))
            } catch {
                throw .image(error)
            }
        }
        return SearchRequest.Query(
            example: example, colors: options.colors, text: options.text, colorWeight: options.colorWeight,
            kindWeight: options.kindWeight, readsPhrases: options.text != nil && !options.keepsPhrases)
    }
}
