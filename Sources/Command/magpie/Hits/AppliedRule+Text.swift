import SearchAPI
import WireFormat

extension SearchAnswer {
    /// The rules that changed the answer and the address, a line each.
    var ruleLines: String {
        let names = rules.filter { !$0.effects.isEmpty }.map { rule in
            "\(rule.name.printable) (\(rule.effects.map(\.rawValue).joined(separator: ", ")))"
        }
        let line = names.isEmpty ? "" : "Rules: \(names.joined(separator: "; ")).\n"
        return line + (redirect.map { "Redirect to \($0.printable)\n" } ?? "")
    }
}

extension AppliedRule {
    func write(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("effects", array: effects) { $0.value($1.rawValue) }
        if !skipped.isEmpty { json.member("skipped", array: skipped) { $0.value($1) } }
    }
}

extension RuleMove {
    /// As people read it.
    var text: String {
        switch effect {
        case .pins: "pinned by \(rule)"
        case .boosts: "boosted by \(rule)"
        case .burials: "buried by \(rule)"
        case .hides, .synonyms, .redirect: rule
        }
    }

    func write(to json: inout JSONWriter) {
        json.member("rule", rule)
        json.member("effect", effect.rawValue)
        json.member("value", value, places: 4)
    }
}
