import CatalogFile
import Essentials
import VisualSearch

// The values of options about a store and a search in it.

extension OptionValue<SearchRequest.WeightedColor> {
    static var weightedColor: OptionValue {
        OptionValue("COLOR[:WEIGHT]", expected: "a color such as b8482a, fff or red, perhaps with a weight (red:2)") {
            text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard let color = RGB(named: parts[0]), parts.count <= 2 else { return nil }
            guard parts.count == 2 else { return SearchRequest.WeightedColor(color) }
            guard let weight = Double(parts[1]), weight > 0, weight.isFinite else { return nil }
            return SearchRequest.WeightedColor(color, weight: weight)
        }
    }
}

extension OptionValue<SearchRequest.Sort> {
    static var sort: OptionValue {
        OptionValue("FIELD[:asc|desc]", expected: "a field, then :asc or :desc if wanted") { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard !parts[0].isEmpty, parts.count <= 2, ["asc", "desc"].contains(parts.dropFirst().first ?? "asc")
            else { return nil }
            return SearchRequest.Sort(parts[0], ascending: parts.dropFirst().first != "desc")
        }.completed(as: .field(["asc", "desc"]))
    }
}

extension OptionValue<SearchRequest.Grouping> {
    static var grouping: OptionValue {
        OptionValue("FIELD[:N]", expected: "a field, then a number of hits for each of its values if wanted") { text in
            guard let (field, limit) = fieldAndNumber(text, in: SearchRequest.limits) else { return nil }
            return limit.map { SearchRequest.Grouping(field, limit: $0) } ?? SearchRequest.Grouping(field)
        }.completed(as: .field([]))
    }
}

extension OptionValue<SearchRequest.Variants> {
    static var variants: OptionValue {
        OptionValue("FIELD[:N]", expected: "a field, then a number of variants beside each hit, 0 to 24, if wanted") {
            text in
            guard let (field, limit) = fieldAndNumber(text, in: SearchRequest.Variants.limits) else { return nil }
            return limit.map { SearchRequest.Variants(field, limit: $0) } ?? SearchRequest.Variants(field)
        }.completed(as: .field([]))
    }
}

/// A field, and the number after a colon where there is one; nil for anything else.
private func fieldAndNumber(_ text: String, in range: ClosedRange<Int>) -> (field: String, number: Int?)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard !parts[0].isEmpty, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return (parts[0], nil) }
    return Int(parts[1]).flatMap { range.contains($0) ? (parts[0], $0) : nil }
}

extension OptionValue<SearchRequest.Diversity> {
    static var diversity: OptionValue {
        OptionValue("W[:FIELD]", expected: "a number from 0 to 1, then look, a field or * if wanted") { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let weight = Double(parts[0]), (0...1).contains(weight) else { return nil }
            switch parts.dropFirst().first {
            case nil, "look": return SearchRequest.Diversity(weight)
            case "": return nil
            case "*": return SearchRequest.Diversity(weight, by: .allFields)
            case let field?: return SearchRequest.Diversity(weight, by: .field(field))
            }
        }
    }
}

extension OptionValue<[String: Character]> {
    /// A column and the sign between its values: `Colors=;`. The sign is behind the last `=` but one, so that it may be `=`.
    static var listSeparator: OptionValue {
        OptionValue("NAME=SIGN", expected: "a column and one character, such as Colors=;") { text in
            guard let sign = text.last, text.count > 2, text.dropLast().last == "=" else { return nil }
            return [String(text.dropLast(2)): sign]
        }
    }
}

extension OptionValue<[String: AttributeType]> {
    static var schema: OptionValue {
        let kinds = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
        return OptionValue("NAME=TYPE,…", expected: "fields with their types (\(kinds)), such as price=float") { text in
            try? AttributeType.schema(text)
        }
    }
}

extension OptionValue<[String: String]> {
    /// Fields by the columns that they hold.
    static var roles: OptionValue {
        OptionValue("COLUMN=FIELD,…", expected: "columns with their fields, such as name=title") { text in
            var roles: [String: String] = [:]
            for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
                let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), roles[parts[0]] == nil else { return nil }
                roles[parts[0]] = parts[1]
            }
            return roles
        }
    }
}

extension OptionValue<DescriberOptions.Named> {
    static var describer: OptionValue {
        OptionValue(
            "fine|URL#MODEL", expected: "'fine', or a server and a model, such as http://localhost:8080#clip"
        ) { text in
            if text == "fine" { return .fine }
            let parts = text.split(separator: "#", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, let server = URL(string: String(parts[0])),
                ["http", "https"].contains(server.scheme), server.host() != nil
            else { return nil }
            return .server(InferenceDescriber.Model(server: server, name: String(parts[1])))
        }.completed(as: .words(["fine"]))
    }
}

extension OptionValue<Pruning.Allowance> {
    static var allowance: OptionValue {
        OptionValue("all", expected: "to stand alone or as --prune=all") { text in
            text.isEmpty ? .usual : text == "all" ? .all : nil
        }.completed(as: .words(["all"]))
    }
}
