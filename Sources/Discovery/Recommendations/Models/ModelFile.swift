internal import Essentials
package import SearchAPI
internal import WireFormat

/// Definitions of models as people write them: a JSON object with a member for each model, null to remove one.
///
/// `{"product-page": {"blend": {"similar": 2, "together": 1}, "then": ["popular"], "filter": "in_stock:true", "most":
/// {"brand": 2}, "boosts": [{"filter": "brand:Lumo", "factor": 1.5}], "pins": [{"filter": "sale:true", "most": 1}],
/// "diversity": 0.3, "bought": true, "days": 30}, "start": {"variants": {"a": {"model": "personal"}, …}}}`
package struct ModelFile {
    /// The models by name; nil for one that is to be removed.
    package private(set) var models: [String: Model?] = [:]

    /// The most models of a store.
    package static let limit = 100
    private static let partLimit = 20
    private let fields: [String: AttributeType]

    /// - Parameters:
    ///   - bytes: The JSON.
    ///   - fields: The fields of the store, for filters.
    ///   - known: The names of the models that are defined already.
    /// - Throws: `invalidArgument` with the place of the first fault.
    package init(
        _ bytes: [UInt8], fields: [String: AttributeType], known: Set<String>
    ) throws(SearchError) {
        self.fields = fields
        do throws(MalformedJSON) {
            guard case .object(let members) = try JSONValue(parsing: bytes) else {
                throw MalformedJSON(path: "", reason: "expected an object with a member for each model")
            }
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                try ModelFile.check(name)
                models.updateValue(value == .null ? nil : try model(value, at: name), forKey: name)
            }
        } catch {
            throw .invalidArgument("the models cannot be read: \(error)")
        }
        let removed = Set(models.filter { $0.value == nil }.keys)
        let names = known.union(models.keys).subtracting(removed)
        guard names.count <= ModelFile.limit else {
            throw .invalidArgument("a store has at most \(ModelFile.limit) models, not \(names.count)")
        }
        let all = names.union(Model.Kind.allCases.map(\.rawValue))
        for case (let name, let model?) in models.sorted(by: { $0.key < $1.key }) {
            for variant in model.variants {
                let meant = models[variant.model].flatMap(\.self)
                guard all.contains(variant.model), variant.model != name else {
                    throw .unknownModel(variant.model, known: all.subtracting([name]), at: "\(name).variants")
                }
                guard meant?.variants.isEmpty ?? true else {
                    throw .invalidArgument(
                        "\(name).variants.\(variant.name): the model `\(variant.model)` has variants itself; name "
                            + "one without"
                    )
                }
            }
        }
    }

    private static func check(_ name: String) throws(MalformedJSON) {
        let isPlain = name.unicodeScalars.allSatisfy { letter in
            letter.isASCII && (letter.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(letter))
        }
        guard isPlain, (1...64).contains(name.utf8.count) else {
            throw MalformedJSON(
                path: String(name.prefix(80)),
                reason: "the name of a model is 1 to 64 letters, digits, hyphens, dots and underscores")
        }
    }

    private func model(_ value: JSONValue, at path: String) throws(MalformedJSON) -> Model {
        var members = try JSONMembers(value, at: path)
        var model = Model(.similar)
        let kind = try members.text("kind")
        let blend = try members.object("blend")
        let variants = try members.object("variants")
        guard [kind != nil, blend != nil, variants != nil].count(where: \.self) == 1 else {
            throw MalformedJSON(path: path, reason: "a model has either `kind`, or `blend`, or `variants`")
        }
        if let kind { model = Model(try self.kind(kind, at: "\(path).kind")) }
        if let blend {
            model.parts = []
            for (name, weight) in blend.sorted(by: { $0.key < $1.key }) {
                let place = "\(path).blend.\(name)"
                model.parts.append(
                    Model.Part(try self.kind(name, at: place), weight: try share(weight, at: place)))
            }
            guard !model.parts.isEmpty else { throw MalformedJSON(path: "\(path).blend", reason: "it is empty") }
            model.then = [.popular]
        }
        if let variants { model.variants = try self.variants(variants, at: "\(path).variants") }
        if let then = try members.texts("then") {
            model.then = []
            for name in then { model.then.append(try self.kind(name, at: "\(path).then")) }
        }
        if let filter = members.value("filter") { model.filter = try self.filter(filter, at: "\(path).filter") }
        model.boosts = try members.array("boosts", boost) ?? []
        model.pins = try members.array("pins", pin) ?? []
        model.group = try group(&members, at: path)
        model.diversity = try number(&members, "diversity", 0...1, path) ?? 0
        model.allowsBought = try members.flag("bought") ?? false
        model.days = try number(&members, "days", 0.01...3650, path)
        for (count, name) in [(model.boosts.count, "boosts"), (model.pins.count, "pins"), (model.then.count, "then")]
        where count > ModelFile.partLimit {
            throw MalformedJSON(path: "\(path).\(name)", reason: "at most \(ModelFile.partLimit), not \(count)")
        }
        try refuseRest(
            of: members, at: path,
            known: [
                "kind", "blend", "variants", "then", "filter", "boosts", "pins", "most", "diversity", "bought", "days",
            ])
        return model
    }

    private func kind(_ name: String, at path: String) throws(MalformedJSON) -> Model.Kind {
        if let kind = Model.Kind(rawValue: name) { return kind }
        let known = Model.Kind.allCases.map(\.rawValue)
        let meant = SearchError.likeliest(name, among: known).map { "did you mean `\($0)`? There are: " }
        throw MalformedJSON(
            path: path,
            reason: "there is no kind `\(name.prefix(80))`; \(meant ?? "there are: ")\(known.joined(separator: ", "))")
    }

    private func share(_ value: JSONValue, at path: String) throws(MalformedJSON) -> Double {
        guard let number = value.asNumber, number > 0, number <= 1e6 else {
            throw MalformedJSON(path: path, reason: "expected a number above 0, found \(value.text ?? value.kind)")
        }
        return number
    }

    private func number(
        _ members: inout JSONMembers, _ name: String, _ range: ClosedRange<Double>, _ path: String
    ) throws(MalformedJSON) -> Double? {
        guard let number = try members.number(name) else { return nil }
        guard range.contains(number) else {
            throw MalformedJSON(
                path: "\(path).\(name)",
                reason: "it must be from \(range.lowerBound) to \(range.upperBound), not \(number)")
        }
        return number
    }

    private func whole(_ value: JSONValue?, _ range: ClosedRange<Int>, at path: String) throws(MalformedJSON) -> Int {
        guard let number = value?.asNumber, let count = Int(exactly: number), range.contains(count) else {
            throw MalformedJSON(
                path: path,
                reason: "expected a whole number from \(range.lowerBound) to \(range.upperBound), found "
                    + (value.map { $0.text ?? $0.kind } ?? "nothing"))
        }
        return count
    }

    private func group(_ members: inout JSONMembers, at path: String) throws(MalformedJSON) -> Model.Group? {
        guard let most = try members.object("most") else { return nil }
        guard let (field, value) = most.first, most.count == 1 else {
            throw MalformedJSON(
                path: "\(path).most", reason: "expected one field with a number, such as {\"brand\": 2}")
        }
        try check(field, at: "\(path).most")
        return Model.Group(field, most: try whole(value, 1...100, at: "\(path).most.\(field)"))
    }

    private func variants(_ members: [String: JSONValue], at path: String) throws(MalformedJSON) -> [Model.Variant] {
        guard (2...10).contains(members.count) else {
            throw MalformedJSON(path: path, reason: "there are 2 to 10 variants, not \(members.count)")
        }
        var variants: [Model.Variant] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            try ModelFile.check(name)
            var members = try JSONMembers(value, at: "\(path).\(name)")
            guard let model = try members.text("model") else {
                throw MalformedJSON(path: "\(path).\(name)", reason: "it names no `model`")
            }
            let share = try members.value("share").map { value throws(MalformedJSON) in
                try self.share(value, at: "\(path).\(name).share")
            }
            try refuseRest(of: members, at: "\(path).\(name)", known: ["model", "share"])
            variants.append(Model.Variant(name, model: model, share: share ?? 1))
        }
        return variants
    }

    private func boost(_ value: JSONValue, _ path: String) throws(MalformedJSON) -> Model.Boost {
        var members = try JSONMembers(value, at: path)
        guard let filter = members.value("filter"), let factor = try number(&members, "factor", 0.01...100, path) else {
            throw MalformedJSON(path: path, reason: "a boost has a `filter` and a `factor`")
        }
        try refuseRest(of: members, at: path, known: ["filter", "factor"])
        return Model.Boost(try self.filter(filter, at: "\(path).filter"), factor: factor)
    }

    private func pin(_ value: JSONValue, _ path: String) throws(MalformedJSON) -> Model.Pin {
        var members = try JSONMembers(value, at: path)
        guard let filter = members.value("filter") else {
            throw MalformedJSON(path: path, reason: "a pin has a `filter`, and `most` if wanted")
        }
        let most = try members.value("most").map { value throws(MalformedJSON) in
            try whole(value, 1...10, at: "\(path).most")
        }
        try refuseRest(of: members, at: path, known: ["filter", "most"])
        return Model.Pin(try self.filter(filter, at: "\(path).filter"), most: most ?? 1)
    }

    /// An expression, several that all hold, or the filter as JSON.
    private func filter(_ value: JSONValue, at path: String) throws(MalformedJSON) -> Filter {
        let filter: Filter
        do throws(SearchError) {
            switch value {
            case .string(let text): filter = try Filter(expression: text, fields: fields)
            case .array(let values):
                var filters: [Filter] = []
                for (index, value) in values.enumerated() {
                    guard case .string(let text) = value else {
                        throw .invalidArgument("the filter \(index) of the list is \(value.kind), not a text")
                    }
                    filters.append(try Filter(expression: text, fields: fields))
                }
                filter = .and(filters)
            default:
                do { filter = try JSONDecoder().decode(Filter.self, from: Data(value.encoded)) } catch {
                    throw .invalidArgument(
                        "a filter is a text such as `brand:Lumo`, a list of them, or a tree of conditions")
                }
            }
        } catch {
            throw MalformedJSON(path: path, reason: "\(error)")
        }
        for field in filter.fields.sorted() { try check(field, at: path) }
        return filter
    }

    private func check(_ field: String, at path: String) throws(MalformedJSON) {
        if fields[field] == nil {
            throw MalformedJSON(path: path, reason: "\(SearchError.unknownField(field, known: fields.keys))")
        }
    }

    private func refuseRest(of members: JSONMembers, at path: String, known: [String]) throws(MalformedJSON) {
        guard let name = members.rest.filter({ $0.value != .null }).keys.min() else { return }
        let meant = SearchError.likeliest(name, among: known).map { "did you mean `\($0)`? " } ?? ""
        throw MalformedJSON(
            path: path,
            reason: "there is no member `\(name.prefix(80))`; \(meant)Known: \(known.joined(separator: ", "))")
    }
}

extension SearchError {
    /// The error for a model that is not there, with the one that may have been meant.
    static func unknownModel(_ name: String, known: some Sequence<String>, at path: String = "") -> SearchError {
        let known = known.sorted()
        let meant = likeliest(name, among: known).map { "did you mean `\($0)`? There are: " } ?? "there are: "
        let place = path.isEmpty ? "" : "\(path): "
        return .invalidArgument(
            "\(place)there is no model `\(name.prefix(80))`; \(meant)\(known.joined(separator: ", "))")
    }
}
