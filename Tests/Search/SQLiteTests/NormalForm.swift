import Foundation

/// The normal forms as Foundation makes them. A file that imports both it and `Essentials` could not tell them apart.
enum NormalForm {
    case c, d, kc, kd

    func of(_ text: String) -> String {
        switch self {
        case .c: text.precomposedStringWithCanonicalMapping
        case .d: text.decomposedStringWithCanonicalMapping
        case .kc: text.precomposedStringWithCompatibilityMapping
        case .kd: text.decomposedStringWithCompatibilityMapping
        }
    }
}
