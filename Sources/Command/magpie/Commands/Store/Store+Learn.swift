import VisualSearch

extension Store {
    /// `magpie store learn`.
    enum Learn: StoreAction {
        static let name = "learn"
        static let help = """
            learns from the types of the items which pictures show the same kind, as index does at its end
            """

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            let file = try arguments.onlyFile(in: words, of: self)
            let report = try file.store().learn(fromTypesIn: arguments.typeFields)
            try StandardOutput().write("\(file.text.printable) learned from \(report.sentence)\n")
            return .done
        }
    }
}

extension StoreArguments {
    /// The fields that hold the type of an item.
    var typeFields: [String] { typeField.map { [$0] } ?? CatalogStore.typeFields }
}
