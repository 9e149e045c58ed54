import CatalogFile
import VisualSearch

/// Pictures with classes, and the tests that they define.
package struct LabelledPictures {
    package struct Picture: Hashable, Sendable {
        package let file: String
        package let label: String
        /// The wider class of the picture, from the column `coarse_class`; the class without one.
        package let kind: String
        /// The product type; nil where no column of types was named.
        package var type: String?
    }

    /// Queries, each of which ranks the whole gallery.
    package struct Test: Sendable {
        package let name: String
        package let queries: [Picture]
        package let gallery: [Picture]
    }

    package let tests: [Test]
    /// All galleries, each picture once, in the order of the file.
    package let gallery: [Picture]
    /// The queries of all tests, each once, in the order of the file.
    package let queries: [Picture]

    /// Reads a CSV file with the columns `file` (from the folder of the CSV file), `class`, `split` (`query` or
    /// `gallery`) and perhaps `dataset` and `coarse_class`.
    ///
    /// There is one test for each data set with queries and a gallery. A gallery without queries whose name starts
    /// with that of another data set and `-` is ranked by the queries of that one.
    ///
    /// - Parameter types: The column of product types; nil for none.
    package init(_ path: String, types: String? = nil) throws {
        let columns = ["class", "split", "dataset"]
        let kinds = "coarse_class"
        let table = try AttributeTable(
            path: path,
            schema: Dictionary((columns + [kinds] + (types.map { [$0] } ?? [])).map { ($0, .string) }) { first, _ in
                first
            })
        if let types, !table.fields.contains(where: { $0.name == types }) {
            let names = table.fields.map(\.name).sorted().joined(separator: ", ")
            throw LabelError("\(path) has no column '\(types)' for --types; it has \(names)")
        }
        let missing = columns.dropLast().filter { column in !table.fields.contains { $0.name == column } }
        if table.fileColumn == nil || !missing.isEmpty {
            throw LabelError("\(path) needs the columns file, class and split, and may have dataset")
        }
        var order: [String] = []
        var queries: [String: [Picture]] = [:]
        var galleries: [String: [Picture]] = [:]
        for row in table.rows {
            guard let file = row.file else { continue }
            let dataset = row.attributes["dataset"]?.written ?? "all"
            if !order.contains(dataset) { order.append(dataset) }
            let label = row.attributes["class"]?.written ?? ""
            let picture = Picture(
                file: Labels.file(file, besides: path), label: label, kind: row.attributes[kinds]?.written ?? label,
                type: types.flatMap { row.attributes[$0]?.written })
            switch row.attributes["split"]?.written {
            case "query": queries[dataset, default: []].append(picture)
            case "gallery": galleries[dataset, default: []].append(picture)
            default: break
            }
        }
        tests = order.compactMap { name in
            guard let gallery = galleries[name] else { return nil }
            let asking =
                queries[name]
                ?? order.first { queries[$0] != nil && name.hasPrefix($0 + "-") }
                .flatMap { queries[$0] }
            return asking.map { Test(name: name, queries: $0, gallery: gallery) }
        }
        if tests.isEmpty { throw LabelError("\(path) holds no data set with both queries and a gallery") }
        var seen: Set<String> = []
        gallery = order.flatMap { galleries[$0] ?? [] }.filter { seen.insert($0.file).inserted }
        seen = []
        self.queries = tests.flatMap(\.queries).filter { seen.insert($0.file).inserted }
    }
}
