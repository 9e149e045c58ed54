extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 { append(UInt8(scalar.value)) } else { append(contentsOf: UTF8.encode(scalar)!) }
    }
}
