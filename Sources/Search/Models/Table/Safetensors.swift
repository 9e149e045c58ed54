import Essentials
import WireFormat

/// The header of a safetensors file: the tensors by name, with their places in the file.
///
/// Format: 8 bytes with the length of the header, least significant first; the header, a JSON object; the data. Each
/// tensor names its type, its shape, and its first byte and end in the data. Together they cover the data without gaps.
struct Safetensors {
    /// The types that are read here. Others may be in the file.
    enum Element: String {
        case float64 = "F64"
        case float32 = "F32"
        case float16 = "F16"
        case bfloat16 = "BF16"
        case int64 = "I64"
        case int32 = "I32"
        case int8 = "I8"

        /// The bytes of a number.
        var bytes: Int {
            switch self {
            case .float64, .int64: 8
            case .float32, .int32: 4
            case .float16, .bfloat16: 2
            case .int8: 1
            }
        }
    }

    /// A tensor in the file.
    struct Tensor {
        var type: String
        var shape: [Int]
        /// The first byte in the file.
        var start: Int
        /// The number of bytes.
        var count: Int
    }

    /// The most bytes of a header: 4 MiB.
    static let limit = FolderFiles.limit

    let file: ModelFile
    let tensors: [String: Tensor]

    /// Reads the header of a file, and checks each tensor's place and size.
    init(_ file: ModelFile, in folder: FolderFiles) throws(ModelFolderError) {
        try folder.checkWhole(file)
        self.file = file
        let start = try folder.bytes(of: file, count: 8)
        guard start.count == 8 else {
            throw ModelFolderError(file.name, found: "\(start.count) bytes", expected: "a header of safetensors")
        }
        let length = start.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(min(Self.limit, file.bytes - 8)) else {
            throw ModelFolderError(
                file.name, found: "a header of \(length) bytes",
                expected: "at most \(Self.limit) bytes, within the file of \(file.bytes) bytes")
        }
        let place = 8 + Int(length)
        let header = try folder.bytes(of: file, from: 8, count: Int(length))
        let value: JSONValue
        do throws(MalformedJSON) { value = try JSONValue(parsing: header) } catch {
            throw ModelFolderError(file.name, found: "a malformed header, \(error)", expected: "JSON")
        }
        guard case .object(let members) = value else {
            throw ModelFolderError(file.name, found: "a header that is \(value.kind)", expected: "an object")
        }
        var tensors: [String: Tensor] = [:]
        let all = ConfigObject(file: file.name, path: "", members: members)
        for name in members.keys where name != "__metadata__" {
            tensors[name] = try Tensor(name, in: all, data: place, end: file.bytes)
        }
        self.tensors = tensors
        try checkPlaces(from: place)
    }

    /// Throws where tensors overlap, or leave bytes between them or behind the last.
    private func checkPlaces(from data: Int) throws(ModelFolderError) {
        var end = data
        for (name, tensor) in tensors.sorted(by: { ($0.value.start, $0.value.count) < ($1.value.start, $1.value.count) }
        ) {
            guard tensor.start == end else {
                throw ModelFolderError(
                    file.name, name, found: "data from byte \(tensor.start - data) on",
                    expected: "data from byte \(end - data) on, behind the tensor before")
            }
            end += tensor.count
        }
        guard end == file.bytes else {
            throw ModelFolderError(
                file.name, found: "\(file.bytes - end) bytes behind the last tensor", expected: "none")
        }
    }
}

extension Safetensors.Tensor {
    fileprivate init(_ name: String, in all: ConfigObject, data: Int, end: Int) throws(ModelFolderError) {
        guard let object = try all.object(name) else { throw all.fault(name, .null, "a tensor") }
        guard let type = try object.text("dtype") else { throw object.missing("dtype", "a type, as F32") }
        self.type = type
        shape = try object.numbers("shape")
        let offsets = try object.numbers("data_offsets")
        guard offsets.count == 2, offsets[0] <= offsets[1], offsets[1] <= end - data else {
            throw object.fault(
                "data_offsets", .string("\(offsets)"), "the first byte and the end, within \(end - data) bytes")
        }
        start = data + offsets[0]
        count = offsets[1] - offsets[0]
        guard let element = Safetensors.Element(rawValue: type) else { return }
        var size = element.bytes
        for side in shape {
            let (product, overflow) = size.multipliedReportingOverflow(by: side)
            size = overflow ? .max : product
        }
        guard size == count else {
            throw object.fault("shape", .string("\(shape)"), "a shape of \(count) bytes of \(type)")
        }
    }
}

extension ConfigObject {
    /// Whole numbers of 0 or more; at most 16 of them.
    fileprivate func numbers(_ key: String) throws(ModelFolderError) -> [Int] {
        guard let value = self[key] else { throw missing(key, "whole numbers") }
        guard case .array(let values) = value, values.count <= 16 else { throw fault(key, value, "whole numbers") }
        let numbers = values.compactMap(\.wholeNumber).filter { $0 >= 0 }
        guard numbers.count == values.count else { throw fault(key, value, "whole numbers of 0 or more") }
        return numbers
    }
}
