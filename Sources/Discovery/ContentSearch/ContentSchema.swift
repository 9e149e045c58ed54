/// The modules of a store, as queries look them up.
struct ContentSchema: Hashable, Sendable {
    let modules: [ContentModule]
    private let places: [String: Int]

    init(_ modules: [ContentModule]) {
        self.modules = modules.sorted { $0.name < $1.name }
        var places: [String: Int] = [:]
        for (place, module) in self.modules.enumerated() {
            if let id = module.id { places[id] = place }
        }
        // A name comes before an id that is the same.
        for (place, module) in self.modules.enumerated() { places[module.name] = place }
        self.places = places
    }

    /// The module with this name or id.
    func module(_ name: String) -> ContentModule? { places[name].map { modules[$0] } }

    /// The modules with these names or ids; without any, all.
    func modules(named names: [String]) throws(SearchError) -> [ContentModule] {
        if names.isEmpty { return modules }
        var found: [ContentModule] = []
        for name in names {
            guard let module = module(name) else { throw .unknownModule(name, known: modules.map(\.name)) }
            if !found.contains(module) { found.append(module) }
        }
        return found
    }

    /// A relation that leads to a module from another one, under the name that it has there.
    struct Inverse {
        let name: String
        let source: ContentModule
        let field: ContentField
    }

    /// The relations of all modules that lead to this one and have a name there.
    func inverses(of module: ContentModule) -> [Inverse] {
        modules.flatMap { source in
            source.fields.compactMap { field in
                guard let name = field.inverse, field.module.flatMap(self.module)?.name == module.name else {
                    return nil
                }
                return Inverse(name: name, source: source, field: field)
            }
        }
    }
}

extension SearchError {
    static func unknownModule(_ name: String, known: [String]) -> SearchError {
        let hint = likeliest(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
        let list = known.isEmpty ? "the store has no content" : "there are: \(known.joined(separator: ", "))"
        return .invalidArgument("there is no module `\(name)`\(hint); \(list)")
    }
}

extension ContentField.Kind {
    /// True for ids of instances.
    var isRelation: Bool { self == .relation || self == .relations }

    /// True for kinds with several values.
    var isList: Bool { [.list, .choices, .relations].contains(self) }

    /// True for values that words find.
    var hasWords: Bool { [.text, .longText, .list, .choice, .choices].contains(self) }

    /// The kind of attribute that stands for it in filters.
    var attributeType: AttributeType {
        switch self {
        case .text, .longText, .time, .image, .video, .website, .color, .choice, .relation: .string
        case .list, .choices, .relations, .object: .list
        case .boolean: .bool
        case .number: .float
        case .date: .date
        }
    }

    /// The accepted values, for messages.
    var expectation: String {
        switch self {
        case .text, .longText, .image, .video, .website: "a text"
        case .boolean: "true or false"
        case .number: "a number"
        case .date: "milliseconds since 1970 or a date such as 2024-05-31"
        case .time: "a time such as 18:30"
        case .color: "a color such as #B8482A"
        case .object: "an object"
        case .list: "an array of texts, numbers and flags"
        case .choice: "one of its choices"
        case .choices: "an array of its choices"
        case .relation: "the id of an instance"
        case .relations: "an array of ids of instances"
        }
    }
}
