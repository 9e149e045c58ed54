/// Models in the ONNX format, written byte by byte: the tests need no other program to make one.
package enum ModelBytes {
    /// The numbers of types.
    package static let (float32, uint8, int32, int64, bool, float16) = (1, 2, 6, 7, 9, 10)

    // The format of Protocol Buffers: a tag with the number of the field and the kind, then a number or bytes.

    private static func number(_ value: Int) -> [UInt8] {
        var (rest, bytes) = (UInt64(bitPattern: Int64(value)), [UInt8]())
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes
    }

    package static func field(_ field: Int, _ value: Int) -> [UInt8] { number(field << 3) + number(value) }
    package static func field(_ field: Int, _ bytes: [UInt8]) -> [UInt8] {
        number(field << 3 | 2) + number(bytes.count) + bytes
    }
    package static func field(_ field: Int, _ text: String) -> [UInt8] { self.field(field, Array(text.utf8)) }

    // The messages of ONNX.

    package static func tensor(_ name: String, _ type: Int, _ shape: [Int], raw: [UInt8]) -> [UInt8] {
        shape.flatMap { field(1, $0) } + field(2, type) + field(8, name) + field(9, raw)
    }

    package static func tensor(_ name: String, _ shape: [Int], floats values: [Float]) -> [UInt8] {
        tensor(name, float32, shape, raw: values.flatMap { little($0.bitPattern) })
    }

    package static func tensor(_ name: String, _ shape: [Int], numbers values: [Int64]) -> [UInt8] {
        tensor(name, int64, shape, raw: values.flatMap { little($0) })
    }

    /// A tensor whose values are in a file.
    package static func tensor(_ name: String, _ shape: [Int], at location: String, _ more: [String: String] = [:])
        -> [UInt8]
    {
        let entries = more.merging(["location": location]) { $1 }
        return shape.flatMap { field(1, $0) } + field(2, float32) + field(8, name) + field(14, 1)
            + entries.sorted { $0.key < $1.key }.flatMap { field(13, field(1, $0.key) + field(2, $0.value)) }
    }

    /// The bytes of a number, the lowest first.
    package static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    package static func value(_ name: String, _ type: Int, _ shape: [Int]) -> [UInt8] {
        let sides = shape.flatMap { field(1, $0 < 0 ? field(2, "n") : field(1, $0)) }
        return field(1, name) + field(2, field(1, field(1, type) + field(2, sides)))
    }

    package static func attribute(_ name: String, _ value: Int) -> [UInt8] {
        field(1, name) + field(3, value) + field(20, 2)
    }
    package static func attribute(_ name: String, _ values: [Int]) -> [UInt8] {
        field(1, name) + values.flatMap { field(8, $0) } + field(20, 7)
    }
    package static func attribute(_ name: String, tensor: [UInt8]) -> [UInt8] {
        field(1, name) + field(5, tensor) + field(20, 4)
    }
    package static func attribute(_ name: String, graph: [UInt8]) -> [UInt8] {
        field(1, name) + field(6, graph) + field(20, 5)
    }

    package static func node(
        _ operation: String, _ inputs: [String], _ outputs: [String], _ attributes: [[UInt8]] = []
    ) -> [UInt8] {
        inputs.flatMap { field(1, $0) } + outputs.flatMap { field(2, $0) } + field(4, operation)
            + attributes.flatMap { field(5, $0) }
    }

    package static func graph(
        _ nodes: [[UInt8]], tensors: [[UInt8]] = [], inputs: [[UInt8]], outputs: [[UInt8]]
    ) -> [UInt8] {
        nodes.flatMap { field(1, $0) } + field(2, "graph") + tensors.flatMap { field(5, $0) }
            + inputs.flatMap { field(11, $0) } + outputs.flatMap { field(12, $0) }
    }

    package static func model(_ graph: [UInt8]) -> [UInt8] {
        field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 13))
    }
}
