/// The type of the values of a tensor, by its number in the ONNX format.
package struct ElementType: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32

    init(number: Int32) { self.number = number }

    /// No tensor, such as a sequence or a map.
    package static let none = ElementType(number: 0)
    package static let float32 = ElementType(number: 1)
    package static let uint8 = ElementType(number: 2)
    package static let int32 = ElementType(number: 6)
    package static let int64 = ElementType(number: 7)
    package static let float16 = ElementType(number: 10)

    /// The name in lower case, such as float32; "type 17" for one that has no common name.
    package var description: String {
        let names = [
            "no tensor", "float32", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool", "float16",
            "float64", "uint32", "uint64", "complex64", "complex128", "bfloat16",
        ]
        let index = Int(number)
        return names.indices.contains(index) ? names[index] : "type \(number)"
    }
}

/// An input or an output of a model, as the model declares it.
package struct ModelPort: Hashable, Sendable {
    package let name: String
    package let type: ElementType
    /// The sides of the tensor; -1 for one that may be of any length, such as the batch.
    package let shape: [Int]

    package init(name: String, type: ElementType, shape: [Int]) {
        (self.name, self.type, self.shape) = (name, type, shape)
    }
}

/// A tensor that goes into a model, in row-major order.
package struct ModelInput: Hashable, Sendable {
    package enum Values: Hashable, Sendable {
        case float32([Float])
        /// The 16 bits of each IEEE half.
        case float16([UInt16])
        case uint8([UInt8])
        case int32([Int32])
        case int64([Int64])
    }

    package var name: String
    /// Sides of at least 1; their product is the number of values.
    package var shape: [Int]
    package var values: Values

    package init(_ name: String, shape: [Int], _ values: Values) {
        (self.name, self.shape, self.values) = (name, shape, values)
    }

    package var type: ElementType {
        switch values {
        case .float32: .float32
        case .float16: .float16
        case .uint8: .uint8
        case .int32: .int32
        case .int64: .int64
        }
    }

    var count: Int {
        switch values {
        case .float32(let values): values.count
        case .float16(let values): values.count
        case .uint8(let values): values.count
        case .int32(let values): values.count
        case .int64(let values): values.count
        }
    }
}

/// A tensor that came out of a model, in row-major order. Values of float16 are widened.
package struct ModelOutput: Hashable, Sendable {
    package let shape: [Int]
    package let values: [Float]
}
