import Essentials

extension Safetensors {
    /// The numbers of a tensor of one dimension, or of two with one column. Throws for other shapes and types.
    func list(_ name: String, in folder: FolderFiles) throws(ModelFolderError) -> [Float]? {
        guard let tensor = tensors[name] else { return nil }
        let isList = tensor.shape.count == 1 || tensor.shape.count == 2 && tensor.shape[1] == 1
        guard isList, let element = Element(rawValue: tensor.type), !element.isInteger else {
            throw ModelFolderError(
                file.name, name, found: "\(tensor.type) \(tensor.shape)", expected: "a list of F64, F32, F16 or BF16")
        }
        let bytes = try data(of: tensor, name, in: folder)
        return (0..<tensor.shape[0]).map { element.number(at: $0 * element.bytes, of: bytes) }
    }

    /// The integers of a tensor of one dimension, each below `limit`. Throws for other shapes, types and numbers.
    func indices(_ name: String, below limit: Int, in folder: FolderFiles) throws(ModelFolderError) -> [Int32]? {
        guard let tensor = tensors[name] else { return nil }
        guard tensor.shape.count == 1, let element = Element(rawValue: tensor.type), [.int64, .int32].contains(element)
        else {
            throw ModelFolderError(
                file.name, name, found: "\(tensor.type) \(tensor.shape)", expected: "a list of I64 or I32")
        }
        let bytes = try data(of: tensor, name, in: folder)
        var indices: [Int32] = []
        for place in 0..<tensor.shape[0] {
            let bits = bytes.bits(at: place * element.bytes, count: element.bytes)
            let index = element == .int32 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
            guard 0..<Int64(limit) ~= index else {
                throw ModelFolderError(
                    file.name, "\(name)[\(place)]", found: "\(index)", expected: "a row of the table, 0…\(limit - 1)")
            }
            indices.append(Int32(index))
        }
        return indices
    }

    /// The bytes of a tensor. Throws where the file has become shorter.
    func data(of tensor: Tensor, _ name: String, in folder: FolderFiles) throws(ModelFolderError) -> [UInt8] {
        let bytes = try folder.bytes(of: file, from: tensor.start, count: tensor.count)
        guard bytes.count == tensor.count else {
            throw ModelFolderError(file.name, name, found: "\(bytes.count) bytes", expected: "\(tensor.count) bytes")
        }
        return bytes
    }
}

extension Safetensors.Element {
    var isInteger: Bool { [.int64, .int32, .int8].contains(self) }

    /// The number at a byte.
    @inline(__always)
    func number(at place: Int, of bytes: [UInt8]) -> Float {
        switch self {
        case .float32: Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bits(at: place, count: 4)))
        case .float16: Float(half: UInt16(truncatingIfNeeded: bytes.bits(at: place, count: 2)))
        case .bfloat16: Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bits(at: place, count: 2) << 16))
        case .float64: Float(Double(bitPattern: bytes.bits(at: place, count: 8)))
        case .int8: Float(Int8(bitPattern: bytes[place]))
        case .int32: Float(Int32(truncatingIfNeeded: bytes.bits(at: place, count: 4)))
        case .int64: Float(Int64(bitPattern: bytes.bits(at: place, count: 8)))
        }
    }
}

extension [UInt8] {
    /// So many bytes as a number, the least significant first.
    @inline(__always)
    fileprivate func bits(at place: Int, count: Int) -> UInt64 {
        var bits: UInt64 = 0
        for index in 0..<count { bits |= UInt64(self[place + index]) << UInt64(index * 8) }
        return bits
    }
}

extension Float {
    /// A number of 16 bits (IEEE 754 binary16). `Float16` is not there on every platform of the package.
    init(half bits: UInt16) {
        let sign = UInt32(bits & 0x8000) << 16
        let (exponent, fraction) = (UInt32(bits >> 10 & 31), UInt32(bits & 0x3FF))
        switch exponent {
        case 0:
            // Steps of 2^-24.
            let size = Float(fraction) * 0x1p-24
            self = sign == 0 ? size : -size
        case 31: self = Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: self = Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}
