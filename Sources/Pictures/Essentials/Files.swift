extension [FileAttributeKey: Any] {
    /// A number among the attributes of a file; nil where the system does not tell.
    package func number(_ key: FileAttributeKey) -> Int? {
        #if canImport(FoundationEssentials)
            // An object where a program has Foundation as well: that is cast to Int alone.
            (self[key] as? Int) ?? (self[key] as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
        #else
            (self[key] as? NSNumber)?.intValue
        #endif
    }
}

extension Error {
    /// The system's words for a file that could not be used, such as "No such file or directory"; else the error's own.
    package var systemReason: String {
        let code = (self as? POSIXError ?? (self as? CocoaError)?.underlying as? POSIXError)?.code
        // Safe: the text is copied at once.
        if let code { return unsafe String(cString: strerror(code.rawValue)) }
        return (self as? any LocalizedError)?.errorDescription ?? "\(self)"
    }
}
