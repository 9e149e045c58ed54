import Foundation

/// A safetensors file that a test writes.
struct WrittenTable {
    private var header: [String] = []
    private var data: [UInt8] = []

    mutating func add(_ name: String, _ type: String, _ shape: [Int], _ bytes: [UInt8]) {
        let place = "[\(data.count), \(data.count + bytes.count)]"
        header.append(#""\#(name)": {"dtype": "\#(type)", "shape": \#(shape), "data_offsets": \#(place)}"#)
        data += bytes
    }

    /// The file, with the members in the order of their addition.
    var bytes: [UInt8] { Self.file("{\(header.joined(separator: ", "))}", data) }

    static func file(_ header: String, _ data: [UInt8]) -> [UInt8] {
        little(UInt64(header.utf8.count)) + Array(header.utf8) + data
    }

    static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func floats(_ values: [Float]) -> [UInt8] { values.flatMap { little($0.bitPattern) } }
}
