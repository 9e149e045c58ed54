import VisualSearch

extension Store {
    /// `magpie store learn`.
    struct Learn: Subcommand {
        static let name = "store learn"
        static let summary = "Learns from types which pictures show the same kind."
        static let synopsis = "magpie store learn [FILE] [--type-field FIELD]"
        static let details = """
            'magpie index' does that at its end.
            """

        var store = StorePlace.standardName
        var typeField: String?

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store), .typeField(sets: \.typeField)) }

        func run(_ words: [Path]) throws -> ExitCode {
            let report = try store.store().learn(fromTypesIn: CatalogStore.typeFields(typeField))
            try StandardOutput().write("\(store.text.printable) learned from \(report.sentence)\n")
            return .done
        }
    }
}
