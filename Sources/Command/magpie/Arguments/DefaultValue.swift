/// The value that an option has where nobody gives one. A literal is a value as a person would type it.
enum DefaultValue: Hashable, Sendable, ExpressibleByStringInterpolation {
    case value(String)
    /// A clause that describes a value which is not fixed, such as "the cores available to this process".
    case clause(String)

    init(stringLiteral text: String) { self = .value(text) }

    /// The sentence that ends the help.
    var sentence: String {
        switch self {
        case .value(let text): "Default \(text)."
        case .clause(let text): "Default: \(text)."
        }
    }
}
