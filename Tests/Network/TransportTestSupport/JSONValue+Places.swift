public import WireFormat

/// A value inside a JSON value: the steps that lead to it.
public struct JSONPlace: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        case member(String)
        case index(Int)
    }

    public var steps: [Step]
    public var last: Step? { steps.last }

    /// As errors name it: `result[3].score`.
    public var path: String {
        steps.reduce("") { path, step in
            switch step {
            case .member(let name): path.isEmpty ? name : "\(path).\(name)"
            case .index(let index): "\(path)[\(index)]"
            }
        }
    }
}

extension JSONValue {
    /// All values inside this one, at any depth.
    public var places: [JSONPlace] { places(behind: []) }

    private func places(behind steps: [JSONPlace.Step]) -> [JSONPlace] {
        let inner: [(JSONPlace.Step, JSONValue)] =
            switch self {
            case .object(let members): members.sorted { $0.key < $1.key }.map { (.member($0.key), $0.value) }
            case .array(let values): values.enumerated().map { (.index($0.offset), $0.element) }
            default: []
            }
        return inner.flatMap { step, value in
            [JSONPlace(steps: steps + [step])] + value.places(behind: steps + [step])
        }
    }

    /// The same with another value in a place, or with nothing there.
    public func changing(_ place: JSONPlace, to new: JSONValue?) -> JSONValue {
        changing(place.steps[...], to: new) ?? .null
    }

    private func changing(_ steps: ArraySlice<JSONPlace.Step>, to new: JSONValue?) -> JSONValue? {
        switch (self, steps.first) {
        case (_, nil): return new
        case (.object(var members), .member(let name)):
            members[name] = members[name]?.changing(steps.dropFirst(), to: new)
            return .object(members)
        case (.array(var values), .index(let index)):
            let value = values[index].changing(steps.dropFirst(), to: new)
            values.replaceSubrange(index...index, with: value.map { [$0] } ?? [])
            return .array(values)
        default: return self
        }
    }

    /// The values that another one does not have in the same places. Numbers may have become strings of the same digits,
    /// members may have other names for what was said by another one.
    public func losses(in other: JSONValue?, at path: String = "") -> [String] {
        switch (self, other) {
        case (.null, _): return []
        case (.object(let members), .object(let others)?):
            let names = ["code": "error_code", "message": "error_message"]
            return members.flatMap { name, value in
                value.losses(in: others[name] ?? names[name].flatMap { others[$0] }, at: "\(path).\(name)")
            }
        case (.array(let values), .array(let others)?):
            return values.enumerated().flatMap { index, value in
                value.losses(in: index < others.count ? others[index] : nil, at: "\(path)[\(index)]")
            }
        // A single string or object may have become an array of one.
        case (_, .array(let others)?) where others.count == 1: return losses(in: others[0], at: path)
        case (.string(let text), .object(let members)?) where members["error_message"]?.text == text: return []
        default:
            guard let text, let other = other?.text else { return ["\(path): \(self)"] }
            return text == other || Double(text) != nil && Double(text) == Double(other) ? [] : ["\(path): \(self)"]
        }
    }
}
