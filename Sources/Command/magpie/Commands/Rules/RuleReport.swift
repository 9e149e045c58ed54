import Essentials
import VisualSearch
import WireFormat

/// The findings about rules, for people and as JSON.
struct RuleReport {
    let review: RuleReview
    /// The number of rules.
    let rules: Int

    /// A line for each finding.
    var text: String { review.findings.map { "\($0.kind.rawValue): \($0.text.printable)\n" }.joined() }

    /// The counts by kind.
    var summary: String {
        let counts = RuleReview.Kind.allCases.compactMap { kind in
            let count = review.findings.count { $0.kind == kind }
            return count > 0 ? Numbers.plural(count, kind.rawValue) : nil
        }
        let more = review.more > 0 ? ", and \(Numbers.count(review.more)) more findings" : ""
        let part = review.isPartial ? "; too many rules to compare all pairs" : ""
        return "\(Numbers.plural(rules, "rule")), "
            + (counts.isEmpty ? "no findings" : counts.joined(separator: ", ")) + more + part
    }

    /// The line of JSON.
    var line: String {
        JSONWriter.line { json in
            json.member("rules", rules)
            json.member("findings", array: review.findings) { json, finding in
                json.object {
                    $0.member("kind", finding.kind.rawValue)
                    $0.member("rules", array: finding.rules) { $0.value($1) }
                    $0.member("text", finding.text)
                }
            }
            json.member("more", review.more)
            json.member("partial", review.isPartial)
        }
    }

    /// The line of a store whose rules were removed.
    static func clearedLine(_ count: Int) -> String { JSONWriter.line { $0.member("removed", count) } }
}

extension SearchRule {
    /// The name and the rest of the line of a list.
    var cells: [String] {
        var parts = ["priority \(priority)"]
        if !isEnabled { parts.append("off") }
        parts.append((conditions.isEmpty ? "always" : conditions.joined(separator: ", ")).printable)
        parts.append(effects.joined(separator: ", ").printable)
        return [name.printable, parts.joined(separator: "  ")]
    }

    /// The line of JSON.
    var line: String {
        JSONWriter.line { json in
            json.member("name", name)
            json.member("enabled", isEnabled)
            json.member("priority", priority)
            json.member("when", array: conditions) { $0.value($1) }
            json.member("then", array: effects) { $0.value($1) }
        }
    }

    /// The conditions in words.
    private var conditions: [String] {
        var parts: [String] = []
        if let words = when.words { parts.append("words \(words.match.rawValue) \(Self.listed(words.phrases))") }
        if !when.categories.isEmpty { parts.append("category \(Self.listed(when.categories))") }
        if !when.campaigns.isEmpty { parts.append("campaign \(Self.listed(when.campaigns))") }
        if let from = when.from { parts.append("from \(AttributeValue.date(from).written)") }
        if let until = when.until { parts.append("until \(AttributeValue.date(until).written)") }
        let query = QueryPart.allCases.filter(when.query.contains).map(\.rawValue)
        if !query.isEmpty { parts.append("query by \(query.joined(separator: " or "))") }
        return parts
    }

    /// The changes in words.
    private var effects: [String] {
        var parts: [String] = []
        if !then.pins.isEmpty { parts.append(Numbers.plural(then.pins.count, "pin")) }
        if !then.boosts.isEmpty { parts.append(Numbers.plural(then.boosts.count, "boost")) }
        if !then.burials.isEmpty { parts.append(Numbers.plural(then.burials.count, "burial")) }
        if !then.hiddenIDs.isEmpty { parts.append("hides \(Numbers.plural(then.hiddenIDs.count, "item"))") }
        if then.hidden != nil { parts.append("hides by filter") }
        if !then.synonyms.isEmpty {
            parts.append(Numbers.plural(then.synonyms.count, "line of synonyms", "lines of synonyms"))
        }
        if let address = then.redirect { parts.append("redirect to \(address)") }
        return parts
    }

    private static func listed(_ texts: [String]) -> String {
        texts.prefix(3).map { "'\($0)'" }.joined(separator: " or ") + (texts.count > 3 ? " or …" : "")
    }
}
