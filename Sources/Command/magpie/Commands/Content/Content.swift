import ContentSearch
import Essentials

/// `magpie content`.
struct Content: ParentCommand {
    static let name = "content"
    static let summary = "Imports, searches and exports typed content: articles, stores, authors and their books."
    static var nested: [any Subcommand.Type] {
        [Import.self, Search.self, Modules.self, Define.self, Export.self, Remove.self]
    }
    static let details = """
        Content is kept in FILE.content beside the store. Fields of all content begin with @: @id, @name, @module,
        @createdAt, @updatedAt, @publishedAt, @removedAt, @archivedAt, @deletedAt, @createdBy, @updatedBy, @deletedBy.
        """

    /// Opens the content beside a store.
    static func open(beside store: Path, _ mode: CatalogStore.Mode) throws -> ContentStore {
        let path = ContentStore.path(besideCatalog: store.text)
        if mode != .create, (try? FileStatus.of(Path(path))) == nil {
            throw SetupError(
                "there is no content beside \(store); 'magpie content import' creates it, --store names another")
        }
        return try ContentStore(path: path, mode: mode)
    }
}

extension ContentModule {
    /// A line for each field.
    var table: String {
        let rows = fields.map { field in
            var remarks: [String] = []
            if field.isRequired { remarks.append("required") }
            if field.isTranslated { remarks.append("translated") }
            if let module = field.module { remarks.append("to \(module.printable)") }
            if let inverse = field.inverse { remarks.append("there: \(inverse.printable)") }
            if let choices = field.choices { remarks.append(choices.map(\.printable).joined(separator: "|")) }
            return [field.name.printable, field.kind.rawValue, remarks.joined(separator: ", ")]
        }
        let remarks = TextTable.Column(kind: .reason, isAtRight: true)
        return TextTable(columns: [.name, .number, remarks], rows: rows, indent: 2).text(to: StandardOutput().columns)
    }
}
