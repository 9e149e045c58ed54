extension SearchError {
    /// Returns the error for an unknown field, with the fields that exist, and the one that may have been meant.
    package static func unknownField(_ name: String, known: some Sequence<String>) -> SearchError {
        let known = known.sorted()
        guard !known.isEmpty else {
            return .invalidArgument("there is no field `\(name)`; the items of the store have no fields")
        }
        let meant = likeliest(name, among: known).map { "did you mean `\($0)`? The store has: " } ?? "the store has: "
        return .invalidArgument(
            "there is no field `\(name)`; \(meant)\(known.joined(separator: ", "))")
    }

    /// The name that was probably meant: the same in other letters, or few letters off.
    package static func likeliest(_ name: String, among known: some Sequence<String>) -> String? {
        let letters = Array(name.lowercased().unicodeScalars)
        guard letters.count <= 64 else { return nil }
        let limit = letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2
        var best: (name: String, distance: Int)?
        for other in known {
            guard let distance = editDistance(letters, Array(other.lowercased().unicodeScalars), limit: limit),
                distance < best?.distance ?? .max
            else { continue }
            best = (other, distance)
        }
        return best?.name
    }
}
