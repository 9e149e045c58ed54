import Recommendations
import WireFormat

/// A model of the store in a list.
struct ModelLine {
    let name: String
    let model: Model
    /// False for a kind that exists without a definition.
    let isDefined: Bool

    var line: String {
        JSONWriter.line { json in
            json.member("name", name)
            json.member("defined", isDefined)
            json.member("does", summary)
        }
    }

    var cells: [String] { [name.padded(to: 16), summary + (isDefined ? "" : " (built in)")] }

    /// The parts and rules of the model, in words.
    private var summary: String {
        if !model.variants.isEmpty {
            return model.variants.map { "\($0.name): \($0.model) \(Self.number($0.share))" }.joined(separator: " / ")
        }
        let parts = model.parts.map { part in
            model.parts.count == 1 ? part.kind.rawValue : "\(part.kind.rawValue) \(Self.number(part.weight))"
        }
        var texts = [parts.joined(separator: " + ")]
        if !model.then.isEmpty { texts.append("then " + model.then.map(\.rawValue).joined(separator: ", ")) }
        if model.filter != .all { texts.append("filtered by \(model.filter.fields.sorted().joined(separator: ", "))") }
        if !model.boosts.isEmpty { texts.append(Numbers.plural(model.boosts.count, "boost")) }
        if !model.pins.isEmpty { texts.append(Numbers.plural(model.pins.count, "pin")) }
        if let group = model.group { texts.append("at most \(group.most) of a \(group.field)") }
        if model.diversity > 0 { texts.append("diversity \(Self.number(model.diversity))") }
        if model.allowsBought { texts.append("bought items come back") }
        if let days = model.days { texts.append("\(Self.number(days)) days") }
        return texts.joined(separator: "; ")
    }

    private static func number(_ value: Double) -> String { value.rounded(places: 2) ?? "\(value)" }
}
