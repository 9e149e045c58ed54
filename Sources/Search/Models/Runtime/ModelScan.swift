/// A walk through the messages of an ONNX model that may hold tensors, for the files that tensors name.
///
/// It follows the format of Protocol Buffers, in which a model is written: unknown fields are skipped, and the values
/// of tensors are never read.
struct ModelScan {
    struct Failure: Error {
        let reason: String
    }

    /// Messages of a model, in which tensors may be.
    private enum Message {
        case model, graph, function, training, node, attribute, sparseTensor, tensor, entry

        /// The message in a field of this one; nil for one without tensors.
        func member(_ field: UInt64) -> Message? {
            switch (self, field) {
            case (.model, 7), (.training, 1), (.training, 2), (.attribute, 6), (.attribute, 11): .graph
            case (.model, 25): .function
            case (.model, 20): .training
            case (.graph, 1), (.function, 7): .node
            case (.node, 5), (.function, 11): .attribute
            case (.graph, 5), (.attribute, 5), (.attribute, 10), (.sparseTensor, 1), (.sparseTensor, 2): .tensor
            case (.graph, 15), (.attribute, 22), (.attribute, 23): .sparseTensor
            case (.tensor, 13): .entry
            default: nil
            }
        }
    }

    /// As deep as readers of the format go.
    private static let depthLimit = 100
    /// Bytes of a key or a location, which is a path.
    private static let textLimit = 4096

    private let bytes: ByteWindow
    private var locations: Set<String> = []

    /// The locations in the entries of all tensors. The walk takes one look at each field, whatever its size.
    static func locations(in bytes: ByteWindow) throws(Failure) -> Set<String> {
        guard bytes.count > 0 else { throw Failure(reason: "the file is empty") }
        var scan = ModelScan(bytes: bytes)
        try scan.walk(.model, 0..<bytes.count, depth: 0)
        return scan.locations
    }

    private init(bytes: ByteWindow) { self.bytes = bytes }

    private mutating func walk(_ message: Message, _ range: Range<Int>, depth: Int) throws(Failure) {
        guard depth < ModelScan.depthLimit else { throw Failure(reason: "its messages are nested too deeply") }
        var (keys, values): ([String], [String]) = ([], [])
        var place = range.lowerBound
        while place < range.upperBound {
            let tag = try number(&place, range.upperBound)
            // The library drops the bits above: it would see another field here.
            guard tag <= UInt32.max else { throw Failure(reason: "it is not written in the ONNX format") }
            guard let content = try content(tag & 7, &place, range.upperBound) else { continue }
            switch (message, tag >> 3) {
            case (.entry, 1): keys.append(try text(content))
            case (.entry, 2): values.append(try text(content))
            case (_, let field):
                if let member = message.member(field) { try walk(member, content, depth: depth + 1) }
            }
        }
        // A field that comes twice counts once; that choice is left to the library.
        if keys.contains("location") { locations.formUnion(values.isEmpty ? [""] : values) }
    }

    /// The bytes of a field that has a length; nil for one that has none, which is skipped.
    private func content(_ kind: UInt64, _ place: inout Int, _ end: Int) throws(Failure) -> Range<Int>? {
        let length: Int
        switch kind {
        case 0:
            _ = try number(&place, end)
            return nil
        case 1: length = 8
        case 2: length = Int(clamping: try number(&place, end))
        case 5: length = 4
        default: throw Failure(reason: "it is not written in the ONNX format")
        }
        guard length <= end - place else { throw Failure(reason: "it is cut off, or not written in the ONNX format") }
        defer { place += length }
        return kind == 2 ? place..<place + length : nil
    }

    /// A number of 7 bits a byte, the lowest first.
    private func number(_ place: inout Int, _ end: Int) throws(Failure) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard place < end, let byte = bytes.byte(place) else {
                throw Failure(reason: "it is cut off, or not written in the ONNX format")
            }
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw Failure(reason: "it is not written in the ONNX format")
    }

    private func text(_ range: Range<Int>) throws(Failure) -> String {
        let text = range.count <= ModelScan.textLimit ? bytes.bytes(range) : nil
        guard let text else { throw Failure(reason: "the name of a file with weights is too long") }
        guard let valid = String(validating: text, as: UTF8.self) else {
            throw Failure(reason: "the name of a file with weights is not UTF-8")
        }
        return valid
    }
}
