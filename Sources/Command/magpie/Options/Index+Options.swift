import CatalogFile
import VisualSearch

extension Index {
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
                .describer(sets: \.describer.named),
                .value(
                    "--read-text", kind: .folder("DIR"),
                    help: "Read the text in pictures with the models of PP-OCR in this folder.", sets: \.textModels),
                .value(
                    "--catalog", kind: .path("FILE"),
                    help: "File of attributes: CSV with a header, JSON lines, a JSON array, or a feed in XML. Value "
                        + "types are inferred and shown.", sets: \.catalog),
                .value(
                    "--language", kind: .languageChoice,
                    help:
                        "Language of the words of the catalog, kept in the store: typed conditions, stop words and forms of "
                        + "words are read in it, beside English; auto forgets the one that was kept.",
                    default: .clause("the one that was kept, or as the words of the catalog tell"), sets: \.language),
                .flag(
                    "--strict", help: "Exit with 3 when a catalog row has no image, or an image has no row.",
                    sets: \.isStrict),
                .flag(
                    "--only-rows",
                    help: "Make items of the rows of the catalog alone, and none of images without a row.",
                    sets: \.takesRowsAlone),
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
            TableOptions.group.inside(\.rows),
            FetchOptions.group.inside(\.fetch),
            InputOptions.group(
                root: "Folder that each INPUT must lie below, and from which rows of the catalog may name files."
            ).inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
