internal import SQLite

/// The hash of what a store holds of an item, with the lengths of its parts. Finds damage; no protection against forgery.
struct Checksum {
    private var hash = FNV1a()

    var value: Int { Int(Int64(bitPattern: hash.value)) }

    mutating func add(_ byte: UInt8) { hash.add(byte) }

    mutating func add(_ bytes: some Collection<UInt8>) {
        add(bytes.count)
        for byte in bytes { add(byte) }
    }

    mutating func add(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in unsafe add(bytes) }
    }

    /// Nil and empty are different.
    mutating func add(optional bytes: [UInt8]?) {
        add(bytes == nil ? 0 : 1)
        if let bytes { add(bytes) }
    }

    mutating func add(optional text: String?) {
        add(text == nil ? 0 : 1)
        if let text { add(text) }
    }

    mutating func add(optional number: Int?) {
        add(number == nil ? 0 : 1)
        if let number { add(number) }
    }
}

extension Checksum {
    static func ofItem(
        id: String, source: String?, fingerprint: Fingerprint?, attributes: [(field: Int, values: [Value])]
    ) -> Int {
        var sum = Checksum()
        sum.add(id)
        sum.add(optional: source)
        sum.add(optional: fingerprint?.size)
        sum.add(optional: fingerprint?.modified)
        sum.add(optional: fingerprint?.hash)
        for (field, values) in attributes {
            sum.add(field)
            for value in values { sum.add(value) }
        }
        return sum.value
    }

    /// The checksum of a picture beside the first one, without its description.
    static func ofPicture(
        ordinal: Int, role: String?, source: String?, fingerprint: Fingerprint?
    ) -> Int {
        var sum = Checksum()
        sum.add(ordinal)
        sum.add(optional: role)
        sum.add(optional: source)
        sum.add(optional: fingerprint?.size)
        sum.add(optional: fingerprint?.modified)
        sum.add(optional: fingerprint?.hash)
        return sum.value
    }
}
