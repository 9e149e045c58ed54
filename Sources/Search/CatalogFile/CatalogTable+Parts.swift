internal import Essentials
internal import WireFormat

extension CatalogTable {
    /// The reading of a catalog where its text leaves it open.
    package struct Options: Sendable {
        /// The sign between cells; nil for the one that the text suggests.
        package var separator: UInt8?
        /// The sign before fractions; nil for the one that the columns show.
        package var decimal: NumberForm.Decimal?
        /// The columns of ids and of files; nil for those of the usual names.
        package var idColumn: String?
        package var fileColumn: String?
        /// The types of columns; those of the others follow from their values.
        package var schema: [String: AttributeType]
        /// The columns that are no attributes, and those that are: where there are any of these, no other column is an attribute.
        package var omitted: [String] = []
        package var taken: [String] = []
        /// The signs that divide the values of a cell, by column, beside those of known exports.
        package var listSigns: [String: Character] = [:]
        /// The shop system or marketplace that the table is read as an export of.
        package var feed = FeedKind.Choice.byColumns

        package init(
            separator: UInt8? = nil, decimal: NumberForm.Decimal? = nil, idColumn: String? = nil,
            fileColumn: String? = nil, schema: [String: AttributeType] = [:], omitted: [String] = [],
            taken: [String] = [], listSigns: [String: Character] = [:]
        ) {
            self.separator = separator
            self.decimal = decimal
            self.idColumn = idColumn
            self.fileColumn = fileColumn
            self.schema = schema
            (self.omitted, self.taken, self.listSigns) = (omitted, taken, listSigns)
        }
    }

    /// A column, with an example for people.
    package struct Column: Sendable {
        package var name: String
        package var type: AttributeType
        /// The first value, as it stands in the file.
        package var example: String
        /// The first value as it was read, where that is written otherwise.
        package var meaning: String?
    }

    /// The place of a row in the text.
    package struct Place: Sendable {
        package var line: Int
        var start: Int
        /// That of the first row of its product, where the rows of a product are read together.
        var product: Start?
        /// The number of the row among those of its object; nil for an object that is one row.
        var part: Int32?

        init(line: Int, start: Int, part: Int32? = nil) { (self.line, self.start, self.part) = (line, start, part) }
    }

    /// The place of the first row of a product.
    struct Start: Hashable, Sendable {
        var line: Int
        var start: Int

        init(_ place: Place) { (line, start) = (place.line, place.start) }
    }
}
