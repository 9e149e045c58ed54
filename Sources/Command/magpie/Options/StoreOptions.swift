// The options that select the store and its describer.
extension Option {
    /// `--store FILE`
    static func store(sets property: WritableKeyPath<Target, Path>) -> Option {
        .value(
            "--store", kind: .path("FILE"), help: "Store file, or a catalog in Milvus: milvus://HOST:PORT/COLLECTION.",
            default: .clause("\(StorePlace.standardName) in this folder"), sets: property)
    }

    /// `--store FILE`, of a command that takes no other catalog.
    static func storeFile(sets property: WritableKeyPath<Target, Path>) -> Option {
        .value(
            "--store", kind: .path("FILE"), help: "Store file.",
            default: .clause("\(StorePlace.standardName) in this folder"), sets: property)
    }

    /// `--store FILE`, where the call must name one.
    static func storeFile(sets property: WritableKeyPath<Target, Path?>) -> Option {
        .value("--store", kind: .path("FILE"), help: "Store file, in place of the first word.", sets: property)
    }

    /// `--json`, of a command that prints a line for each `row`.
    static func json(each row: String, sets property: WritableKeyPath<Target, Bool>) -> Option {
        .flag("--json", help: "Print a line of JSON for each \(row).", sets: property)
    }

    /// `--no-learning`
    static func noLearning(sets property: WritableKeyPath<Target, Bool>) -> Option {
        .flag("--no-learning", help: "Do not learn from the types of the items.", sets: property)
    }

    /// `--type-field FIELD`
    static func typeField(sets property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--type-field", kind: .text("FIELD", expected: "the name of a field").completed(as: .field([])),
            help: "Field with the product type of an item.", default: .clause("product_type, category or type"),
            sets: property)
    }

    /// `--drop-misfits`
    static func dropsMisfits(sets property: WritableKeyPath<Target, Bool>) -> Option {
        .flag(
            "--drop-misfits", help: "With --schema: remove values that do not fit the new type of their field.",
            sets: property)
    }

    /// `--thumbnails N`
    static func thumbnails(sets property: WritableKeyPath<Target, Int?>) -> Option {
        .value(
            "--thumbnails", kind: .integer(in: 32...512),
            help: "Longer side in pixels of a thumbnail to store for each image, for reports without access to the "
                + "files. Unchanged images keep theirs.", default: .clause("no thumbnails"), sets: property)
    }
}
