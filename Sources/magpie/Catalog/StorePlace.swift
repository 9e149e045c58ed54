/// Where a store lies, and how it names the files of its pictures: from the folder that the store is in where they lie
/// in or below it, so that the folder can be moved as a whole; from the root of the file system otherwise.
struct StorePlace: Sendable {
    static let standardName = Path("catalog.magpie")

    let path: Path
    private let folder: Path
    private let current = Path.current

    init(_ path: Path) {
        self.path = path
        folder = path.parent.absolute(from: Path.current)
    }

    func source(of file: Path) -> String {
        let absolute = file.absolute(from: current)
        return (absolute.relative(to: folder) ?? absolute).text
    }

    /// The file as it is reached from here; nil for a picture that came from elsewhere, such as a URL.
    func file(of source: String?) -> Path? {
        guard let source, !source.isEmpty, !source.contains("://") else { return nil }
        let absolute = Path(source).absolute(from: folder)
        guard let below = absolute.relative(to: current), !below.bytes.isEmpty else { return absolute }
        return below
    }
}

extension Option {
    /// `--store FILE`
    static func store(sets property: WritableKeyPath<Target, Path>) -> Option {
        .value(
            "--store", kind: .path("FILE"), help: "The store. Default: \(StorePlace.standardName) in this folder.",
            sets: property)
    }

    /// `--type-field FIELD`
    static func typeField(sets property: WritableKeyPath<Target, String?>) -> Option {
        .value(
            "--type-field", kind: .text("FIELD", expected: "the name of a field"),
            help: "The field that says what type an item is. Default: product_type, category or type.",
            sets: property)
    }

    /// `--drop-misfits`
    static func dropsMisfits(sets property: WritableKeyPath<Target, Bool>) -> Option {
        .flag(
            "--drop-misfits", help: "With --schema: take values that do not fit the new kind of their field away.",
            sets: property)
    }

    /// `--thumbnails N`
    static func thumbnails(sets property: WritableKeyPath<Target, Int?>) -> Option {
        .value(
            "--thumbnails", kind: .integer(in: 32...512),
            help: "Keep a small picture of each image, N pixels at its longer side, for reports where the files are "
                + "not at hand. Default: none. Images that do not change keep what they have.", sets: property)
    }
}
