extension JSONWriter {
    /// One object on a line of its own, ended by a line break.
    package static func line(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(escapesDelete: true)
        writer.object(write)
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    /// An object with the members that `write` adds.
    package mutating func object(_ write: (inout JSONWriter) -> Void) {
        beginObject()
        write(&self)
        endObject()
    }

    package mutating func member(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    package mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// Writes a member as ``decimal(_:places:)``.
    package mutating func member(_ name: String, _ number: Double, places: Int) {
        key(name)
        decimal(number, places: places)
    }

    /// A text, or null.
    package mutating func member(_ name: String, orNull text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    package mutating func member(_ name: String, object write: (inout JSONWriter) -> Void) {
        key(name)
        object(write)
    }

    package mutating func member<Element>(
        _ name: String, array elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements, write)
    }
}

extension Double {
    /// Decimal digits without an exponent and without trailing zeros; nil when the value is not finite or too large.
    package func rounded(places: Int) -> String? {
        let factor = (0..<places).reduce(1) { value, _ in value * 10 }
        guard isFinite, let scaled = Int(exactly: (self * Double(factor)).rounded()) else { return nil }
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(factor))
        var digits = String(fraction)
        digits = String(repeating: "0", count: max(places - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        return (scaled < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
    }
}
