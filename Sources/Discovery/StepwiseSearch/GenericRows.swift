internal import Essentials
internal import SearchAPI
internal import StepwiseAPI
internal import WireFormat

/// Rows of any hierarchy, from CSV or JSON lines: `id`, `parent`, `label`, labels by locale as `label_en`, and optionally
/// `level`, `reading`, `order`, `names` (with `|` between), `latitude`, `longitude`, `passage` (true for an option such as
/// "no chome", which people leave out) and `incomplete` (true for a place that is no destination even if nothing lies
/// below it).
enum GenericRows {
    private static let columns: Set<String> = [
        "id", "parent", "label", "level", "reading", "order", "names", "latitude", "longitude", "passage",
        "incomplete",
    ]

    static let help =
        "id, parent, label, label_LOCALE, level, reading, order, names, latitude, longitude, passage and incomplete"

    /// Checks the columns of a CSV file. A column that nothing is done with may be a misspelled one.
    static func check(columns: [String], of file: String) throws(SearchError) {
        if let odd = columns.first(where: { !isKnown($0) }) {
            throw .invalidArgument("\(file): line 1: there is no column '\(odd)'; the columns are \(help)")
        }
        guard columns.contains("id"), columns.contains(where: { $0.hasPrefix("label") }) else {
            throw .invalidArgument("\(file): line 1: the columns id and label are needed; the columns are \(help)")
        }
        if Set(columns).count != columns.count {
            throw .invalidArgument("\(file): line 1: a column is there twice")
        }
    }

    private static func isKnown(_ column: String) -> Bool {
        columns.contains(column) || column.hasPrefix("label_") && column.utf8.count > 6
    }

    /// Reads the cells of one row; throws the fault without its place.
    static func row(_ cells: [String: String]) throws(SearchError) -> StepRow {
        let labels = cells.filter { $0.key.hasPrefix("label_") && !$0.value.isEmpty }
            .sorted { $0.key < $1.key }
        let label = cells["label"].flatMap { $0.isEmpty ? nil : $0 } ?? labels.first?.value ?? ""
        let parent = cells["parent"] ?? ""
        let level = cells["level"] ?? ""
        var row = StepRow(
            id: cells["id"] ?? "", parent: parent.isEmpty ? nil : parent,
            level: level.isEmpty ? "place" : Candidate.Level(rawValue: level), label: label)
        for (key, value) in labels { row.labels[String(key.dropFirst(6)).replacing("_", with: "-")] = value }
        row.reading = cells["reading"].flatMap { $0.isEmpty ? nil : $0 }
        row.names = (cells["names"] ?? "").split(separator: "|").map(String.init)
        row.order =
            cells["order"].flatMap { $0.isEmpty ? nil : "0" + $0.naturalOrder }
            ?? ("1" + (row.reading ?? row.label).naturalOrder)
        let latitude = try degrees(cells["latitude"], "latitude")
        let longitude = try degrees(cells["longitude"], "longitude")
        if let latitude, let longitude {
            row.coordinate = Candidate.Coordinate(latitude: latitude, longitude: longitude)
        } else if latitude != nil || longitude != nil {
            throw .invalidArgument("latitude and longitude go together")
        }
        row.isPassage = try flag(cells["passage"], "passage")
        row.needsMore = try flag(cells["incomplete"], "incomplete")
        return row
    }

    private static func flag(_ text: String?, _ name: String) throws(SearchError) -> Bool {
        switch text ?? "" {
        case "", "false": return false
        case "true": return true
        default: throw .invalidArgument("\(name) is '\(text ?? "")'; it must be true or false")
        }
    }

    private static func degrees(_ text: String?, _ name: String) throws(SearchError) -> Double? {
        guard let text, !text.isEmpty else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .invalidArgument("\(name) is '\(text)'; it must be a number of degrees")
        }
        return number
    }

    /// The cells of a JSON line. Labels may also be an object: `"label":{"ja":"根岸","en":"Negishi"}`.
    static func cells(json line: some Sequence<UInt8>) throws(SearchError) -> [String: String] {
        let value: JSONValue
        do throws(MalformedJSON) { value = try JSONValue(parsing: line) } catch {
            throw .invalidArgument("this is not JSON: \(error.description)")
        }
        guard case .object(let members) = value else { throw .invalidArgument("a line must be a JSON object") }
        var cells: [String: String] = [:]
        for (key, value) in members where value != .null {
            switch value {
            case .object(let labels) where key == "label":
                for (locale, label) in labels {
                    guard case .string(let text) = label else {
                        throw .invalidArgument("label.\(locale) must be a string, not \(label.kind)")
                    }
                    cells["label_" + locale] = text
                }
            case .array(let names) where key == "names":
                cells[key] = names.compactMap(\.text).joined(separator: "|")
            case _ where !isKnown(key):
                throw .invalidArgument("there is no member '\(key)'; the members are \(help)")
            default:
                guard let text = value.text else {
                    throw .invalidArgument("\(key) must be a string or a number, not \(value.kind)")
                }
                cells[key] = text
            }
        }
        return cells
    }
}
