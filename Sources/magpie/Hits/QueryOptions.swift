import Imaging
import SearchAPI

/// The options that say what is looked for.
struct QueryOptions: Hashable, Sendable {
    var id: String?
    var colors: [SearchRequest.WeightedColor] = []
    var text: String?
    var box: Box?
    var point: Box?
    var colorWeight = 0.5

    /// One query for each picture; without pictures, one of the other parts.
    func queries(_ pictures: [Path]) throws(UsageError) -> [PictureQuery] {
        if id != nil, !pictures.isEmpty { throw UsageError("search by a picture or by --id, not by both") }
        if box != nil, point != nil { throw UsageError("give --box or --point, not both") }
        if pictures.isEmpty, box != nil || point != nil { throw UsageError("--box and --point need a picture") }
        if colors.count > 16 { throw UsageError("at most 16 colors can be searched for at once") }
        if pictures.isEmpty {
            guard id != nil || !colors.isEmpty || text != nil else {
                throw UsageError("say what to look for: a picture, --id, --color or --text")
            }
            return [PictureQuery(picture: nil, options: self)]
        }
        return pictures.map { PictureQuery(picture: $0, options: self) }
    }

    static var group: OptionGroup<QueryOptions> {
        OptionGroup(
            title: "What to look for",
            options: [
                .value("--id", kind: .text("ID", expected: "an id"), help: "What looks like this item.", sets: \.id),
                .repeated(
                    "--color", kind: .weightedColor,
                    help: "What has much of this color. Repeatable; a weight after a colon says how much it matters.",
                    add: { $0.colors.append($1) }),
                .value(
                    "--text", kind: .text("WORDS", expected: "words"),
                    help: "What has these words in its attributes. Goes with a picture or colors, too.",
                    sets: \.text),
                .value(
                    "--box", kind: .box, help: "Look at this part of the picture only, in its upright pixels.",
                    sets: \.box),
                .value(
                    "--point", kind: .point,
                    help: "Look at the thing at this place of the picture only, or at the nearest one.",
                    sets: \.point),
                .value(
                    "--color-weight", kind: .decimal("W", in: 0...1, expected: "a number from 0 to 1"),
                    help: "How much color counts against shape: 0 not at all, 1 alone. Default 0.5.",
                    sets: \.colorWeight),
            ])
    }
}

/// One query of a call.
struct PictureQuery: Hashable, Sendable {
    let picture: Path?
    let options: QueryOptions

    /// Reads the picture. Throws `SearchError.image` where that fails.
    func query(limits: Limits) throws(SearchError) -> SearchRequest.Query {
        var look = options.id.map { SearchRequest.Look.item(id: $0) }
        if let picture {
            do throws(ImageError) {
                let file = try FileContents(picture, limit: limits.inputBytes)
                look = .image(.bytes(file.bytes), box: options.box ?? options.point)
            } catch {
                throw .image(error)
            }
        }
        return SearchRequest.Query(
            look: look, colors: options.colors, text: options.text, colorWeight: options.colorWeight)
    }
}

extension OptionValue<String> {
    static func text(_ valueName: String, expected: String) -> OptionValue {
        OptionValue(valueName, expected: expected) { $0.isEmpty ? nil : $0 }
    }
}

extension OptionValue<SearchRequest.WeightedColor> {
    fileprivate static var weightedColor: OptionValue {
        OptionValue("COLOR[:WEIGHT]", expected: "a color such as b8482a, fff or red, perhaps with a weight (red:2)") {
            text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard let color = RGB(named: parts[0]), parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return SearchRequest.WeightedColor(color) }
            guard let weight = Double(parts[1]), weight > 0, weight.isFinite else { return nil }
            return SearchRequest.WeightedColor(color, weight: weight)
        }
    }
}

extension OptionValue<Box> {
    /// A box without sides.
    static var point: OptionValue {
        OptionValue("X,Y", expected: "two whole numbers, such as 120,80") { text in
            coordinates(text, count: 2).map { Box(left: $0[0], top: $0[1], width: 0, height: 0) }
        }
    }
}
