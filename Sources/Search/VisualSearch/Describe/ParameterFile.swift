import CKernels
internal import Essentials

/// Named tables of numbers: the file that the learning program writes.
///
/// All numbers are little-endian. `MAGPIEDS`, version (UInt32, 1), number of tables (UInt32); then for each table:
/// length of its name (UInt8), name (UTF-8), kind (UInt8), rows (UInt32), columns (UInt32), values row by row. Kind 0
/// is Float32. Kind 1 is one Float32 scale for each row, then Int8 values that are multiplied by the scale of their
/// row.
struct ParameterFile {
    struct Table {
        let rows: Int
        let columns: Int
        let values: [Float]
    }

    static let magic = Array("MAGPIEDS".utf8)
    static let version = 1

    private(set) var tables: [String: Table] = [:]

    init(_ bytes: [UInt8]) throws(DescribeError) {
        var reader = Reader(bytes: bytes)
        guard try Array(reader.take(Self.magic.count)) == Self.magic else {
            throw .unusableParameters(detail: "this is not a file of descriptor parameters")
        }
        let version = try reader.integer()
        guard version == Self.version else {
            throw .unusableParameters(detail: "version \(version) is not known, only \(Self.version)")
        }
        for _ in 0..<(try reader.integer()) {
            let name = try reader.name()
            tables[name] = try reader.table()
        }
        guard reader.position == bytes.count else {
            throw .unusableParameters(detail: "\(bytes.count - reader.position) bytes too many")
        }
    }

    /// Counts the numbers for the network that is made of them.
    var loaded: LoadedNumbers { LoadedNumbers(values: tables.values.reduce(0) { $0 + $1.values.count }) }

    /// Returns the table `name`, which must have the expected rows and columns.
    func table(_ name: String, rows: Int? = nil, columns: Int? = nil) throws(DescribeError) -> Table {
        guard let table = tables[name] else { throw .unusableParameters(detail: "\(name) is missing") }
        guard table.rows == rows ?? table.rows, table.columns == columns ?? table.columns else {
            throw .unusableParameters(detail: "\(name) has \(table.rows) x \(table.columns) values")
        }
        return table
    }
}

/// Reads forward through bytes and never past their end.
private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func take(_ count: Int) throws(DescribeError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .unusableParameters(detail: "the file ends too early") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func integer() throws(DescribeError) -> Int {
        let raw = try take(4)
        return Int(raw.littleEndian(at: raw.startIndex, as: UInt32.self))
    }

    mutating func name() throws(DescribeError) -> String {
        let length = Int(try take(1).first ?? 0)
        return String(decoding: try take(length), as: UTF8.self)
    }

    mutating func floats(_ count: Int) throws(DescribeError) -> [Float] {
        let raw = try take(count * 4)
        // Safe: the numbers have four bytes each, and all of them are copied. Machines that Magpie runs on have the order
        // of the file.
        return unsafe raw.withUnsafeBytes { bytes in
            unsafe [Float](unsafeUninitializedCapacity: count) { numbers, written in
                unsafe UnsafeMutableRawBufferPointer(numbers).copyMemory(from: bytes)
                written = count
            }
        }
    }

    mutating func table() throws(DescribeError) -> ParameterFile.Table {
        let kind = try take(1).first ?? 0
        let rows = try integer()
        let columns = try integer()
        let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
        guard !overflow, count <= bytes.count else { throw .unusableParameters(detail: "the file ends too early") }
        switch kind {
        case 0:
            return .init(rows: rows, columns: columns, values: try floats(count))
        case 1:
            let scales = try floats(rows)
            let raw = try take(count)
            // Safe: there are `count` bytes and a scale for each row, and the loop writes all of `count`.
            let values = unsafe raw.withUnsafeBytes { bytes in
                unsafe [Float](unsafeUninitializedCapacity: count) { buffer, written in
                    unsafe ckd_scale(
                        bytes.assumingMemoryBound(to: Int8.self).baseAddress, scales, rows, columns,
                        buffer.baseAddress)
                    written = count
                }
            }
            return .init(rows: rows, columns: columns, values: values)
        default:
            throw .unusableParameters(detail: "kind \(kind) of table is not known")
        }
    }
}
