import CatalogFile
import VisualSearch

extension OptionValue<UInt8> {
    fileprivate static var separator: OptionValue {
        OptionValue("CHARACTER", expected: "one ASCII character that is no quote, or tab") { text in
            if ["tab", "\\t"].contains(text) { return UInt8(ascii: "\t") }
            guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
                byte >= 0x20 || byte == 9
            else { return nil }
            return byte
        }
    }
}

extension Index {
    private static func some(_ names: [String]) -> String { names.joined(separator: ", ") }

    static var options: [OptionGroup<Index>] {
        [
            OptionGroup(
                "Store",
                .value(
                    "--store", kind: .path("FILE"), help: "Store file.",
                    default: .clause(
                        "\(StorePlace.standardName) in this folder; of a part "
                            + "\(StorePlace.name(of: Shard(index: 3, count: 8)))"), sets: \.store),
                .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.server),
                .value(
                    "--catalog", kind: .path("FILE"),
                    help: "File of attributes: CSV with a header, JSON lines, a JSON array, or a feed in XML. Value "
                        + "types are inferred and shown.", sets: \.catalog),
                .flag(
                    "--strict", help: "Exit with 3 when a catalog row has no image, or an image has no row.",
                    sets: \.isStrict),
                .repeated(
                    "--schema", kind: .schema,
                    help: "Types of fields: string, text, int, float, bool, list or date, such as "
                        + "price=float,tags=list. The type of a field with values changes where all of them fit. "
                        + "Repeatable.", add: { $0.schema.merge($1) { $1 } }),
                .value(
                    "--file-column", kind: .text("NAME", expected: "the name of a column"),
                    help: "Column of the catalog with files.",
                    default: .clause("the first named \(Self.some(AttributeTable.fileNames))"), sets: \.table.fileColumn
                ),
                .value(
                    "--id-column", kind: .text("NAME", expected: "the name of a column"),
                    help: "Column of the catalog with ids.",
                    default: .clause("the first named \(Self.some(AttributeTable.idNames))"), sets: \.table.idColumn),
                .value(
                    "--separator", kind: .separator,
                    help: "Sign between the cells of the catalog: one character, or tab.",
                    default: .clause("comma, semicolon or tab, as the rows fit, or that of a first line sep="),
                    sets: \.table.separator),
                .value(
                    "--decimal", kind: .word(["point": .point, "comma": .comma]),
                    help: "Sign before the fractions of numbers in the catalog.",
                    default: .clause("as all values of a column have it"), sets: \.table.decimal),
                .repeated(
                    "--omit", kind: .text("NAME", expected: "the name of a column"),
                    help: "Column of the catalog that becomes no field. Repeatable.",
                    default: .clause("columns of what an item costs the shop, such as Cost per item"),
                    add: { $0.table.omitted.append($1) }),
                .repeated(
                    "--fields", kind: .text("NAME", expected: "the name of a column"),
                    help: "Column of the catalog that becomes a field; all others become none. Repeatable.",
                    default: .clause("all"), add: { $0.table.taken.append($1) }),
                .repeated(
                    "--list-separator", kind: .listSeparator,
                    help: "Sign between the values in the cells of a column, such as 'Colors=;'. Repeatable.",
                    default: .clause("a bar, and in tags and categories a comma"),
                    add: { $0.table.listSigns.merge($1) { $1 } }),
                .flag(
                    "--all",
                    help:
                        "Take the products of a shop's export as well that the shop does not show: drafts, archived and "
                        + "switched-off ones.", sets: \.takesAll),
                .flag("--allow-no-rows", help: "Go on when no row of the catalog has an image.", sets: \.allowsNoRows),
                .dropsMisfits(sets: \.dropsMisfits),
                .value(
                    "--id-from", kind: .word(["path": .path, "name": .name]),
                    help: "Source of the id of an image without a row: its path below INPUT or its file name, "
                        + "without the extension.", default: .clause("its path; known images keep their ids"),
                    sets: \.naming),
                .flag(
                    "--no-metadata",
                    help:
                        "Read no date, camera, rating, words and people from the files of pictures without a row, and take "
                        + "no words from their names and folders.",
                    sets: \.skipsMetadata),
                .flag(
                    "--keep-place", help: "Read the place where a picture was taken as well: latitude and longitude.",
                    sets: \.keepsPlace),
                .flag(
                    "--reread", help: "Read all files again, also those that are as they were.", sets: \.rereads),
                .flag(
                    "--prune", orValue: .allowance,
                    help: "Remove items whose files below INPUT no longer exist; =all removes any number of them.",
                    sets: \.prunes),
                .value(
                    "--max-removed", kind: .integer(in: 0 ... .max),
                    help: "With --prune: maximum number of items to remove; more is an error.",
                    default: .clause("a tenth of those below INPUT, at least 9, and 0 when no image was found"),
                    sets: \.maxRemoved),
                .flag(
                    "--no-learning",
                    help: "Do not learn from the types of the items when more than a tenth of them changed.",
                    sets: \.skipsLearning),
                .flag("--dry-run", help: "Print the planned changes and make none.", sets: \.isDryRun),
                .flag(
                    "--json-summary", help: "Print one line of JSON with the counts of the run, in place of a text.",
                    sets: \.printsSummary),
                .thumbnails(sets: \.thumbnails)),
            FetchOptions.group.inside(\.fetch),
            InputOptions.group(
                root: "Folder that each INPUT must lie below, and from which rows of the catalog may name files."
            ).inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
