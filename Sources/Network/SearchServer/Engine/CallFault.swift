/// Error messages for JSON that is not the call it should be.
enum CallFault {
    /// Returns one sentence with the path in the JSON and the expected value.
    ///
    /// - Parameter body: The body of the request.
    static func sentence(_ error: any Error, in body: [UInt8]) -> String {
        if body.isEmpty { return "the request body is empty; it must be JSON" }
        guard let error = error as? DecodingError else { return "the request body cannot be read" }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(let type, let context):
            return "\(place(context.codingPath)) must be \(name(type)), not null"
        case .typeMismatch(let type, let context): return "\(place(context.codingPath)) must be \(name(type))"
        case .dataCorrupted(let context):
            // The message of an error of our own types.
            if case .invalidArgument(let text)? = context.underlyingError as? SearchError {
                return "\(place(context.codingPath)): \(text)"
            }
            if case .invalidArgument(let text)? = context.underlyingError as? StepError {
                return "\(place(context.codingPath)) \(text)"
            }
            if context.codingPath.isEmpty {
                let isJSON = (try? JSONValue(parsing: body)) != nil
                return isJSON ? "a number in the request body is out of range" : "the request body is not valid JSON"
            }
            return "\(place(context.codingPath)) has an invalid value"
        @unknown default: return "the request body cannot be read"
        }
    }

    /// As in JavaScript: `query.colors[2].weight`.
    private static func place(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "the request body" : text
    }

    private static func name(_ type: any Any.Type) -> String {
        switch type {
        case is any BinaryInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any Collection.Type where !(type is any ExpressibleByDictionaryLiteral.Type): "an array"
        default: "an object"
        }
    }
}
