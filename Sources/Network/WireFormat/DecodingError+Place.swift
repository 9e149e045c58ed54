extension DecodingError {
    /// The member of a value that its type does not accept, and the reason, such as `productData.price is no Double`.
    ///
    /// - Parameter whole: The name of the value.
    package func sentence(of whole: String) -> String {
        let (path, key, reason): ([any CodingKey], (any CodingKey)?, String) =
            switch self {
            case .keyNotFound(let key, let context): (context.codingPath, key, "is missing")
            case .valueNotFound(_, let context): (context.codingPath, nil, "must not be null")
            case .typeMismatch(let type, let context): (context.codingPath, nil, "is no \(type)")
            case .dataCorrupted(let context): (context.codingPath, nil, context.debugDescription)
            @unknown default: ([], nil, "cannot be read")
            }
        let names = [whole] + path.map(\.stringValue) + (key.map { [$0.stringValue] } ?? [])
        return names.filter { !$0.isEmpty }.joined(separator: ".") + " " + reason
    }
}
