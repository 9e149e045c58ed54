internal import CSQLite

/// A value that can be bound to a statement.
package enum Value {
    case null
    case integer(Int)
    case real(Double)
    case text(String)
    case blob([UInt8])
    case signed([Int8])

    package static func optional(_ value: String?) -> Value { value.map(Value.text) ?? .null }
    package static func optional(_ value: Int?) -> Value { value.map(Value.integer) ?? .null }
    package static func optional(_ value: [UInt8]?) -> Value { value.map(Value.blob) ?? .null }
}

/// A prepared statement, and while it runs its current row. Columns count from 0.
@safe
package final class Statement {
    private let handle: OpaquePointer
    /// Between its first step and its reset.
    var isRunning = false
    /// True where a value of the current row could not be read, because no memory was left for it. SQLite gives no other
    /// sign of that than the place of NULL, and its next step fails; a caller may want no other row.
    private(set) var lacksValue = false
    private var isEnded = false

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit { end() }

    /// Ends the statement, before its connection. To be used no more.
    func end() {
        if isEnded { return }
        isEnded = true
        // Safe: the handle is ended once.
        unsafe sqlite3_finalize(handle)
    }

    // Safe: the connection is used by one thread at a time, and the handle lives as long as this object.
    func step() -> Int32 {
        lacksValue = false
        return unsafe sqlite3_step(handle)
    }

    func reset() {
        // Safe: as above; texts and blobs that were bound are copies of SQLite's own.
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    func bind(_ value: Value, at index: Int32) -> Int32 {
        // Safe: SQLite copies the value before the call returns, with its length, so that NUL does not end it.
        switch value {
        case .null: return unsafe sqlite3_bind_null(handle, index)
        case .integer(let value): return unsafe sqlite3_bind_int64(handle, index, Int64(value))
        case .real(let value): return unsafe sqlite3_bind_double(handle, index, value)
        case .text(var value):
            return value.withUTF8 { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                    guard let start = characters.baseAddress else {
                        return unsafe sqlite3_bind_text(handle, index, "", 0, csqlite_transient())
                    }
                    return unsafe sqlite3_bind_text64(
                        handle, index, start, UInt64(characters.count), csqlite_transient(), UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let value): return unsafe value.withUnsafeBytes { unsafe bind(bytes: $0, at: index) }
        case .signed(let value): return unsafe value.withUnsafeBytes { unsafe bind(bytes: $0, at: index) }
        }
    }

    /// Binds a column of the current row of another statement, without a copy on the way.
    func bind(_ column: Int, of row: Statement, at index: Int32) -> Int32 {
        // Safe: both statements are alive, and SQLite copies the value before the call returns.
        unsafe sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, Int32(column)))
    }

    private func bind(bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        // Safe: as above. Without a start address SQLite would store NULL.
        guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else {
            return unsafe sqlite3_bind_zeroblob(handle, index, 0)
        }
        return unsafe sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), csqlite_transient())
    }

    // Safe: each of these reads a column of the statement's current row; SQLite answers NULL past the end.
    package func isNull(_ column: Int) -> Bool { unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }
    package func isText(_ column: Int) -> Bool { unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT }
    package func integer(_ column: Int) -> Int { Int(unsafe sqlite3_column_int64(handle, Int32(column))) }
    package func real(_ column: Int) -> Double { unsafe sqlite3_column_double(handle, Int32(column)) }

    package func text(_ column: Int) -> String {
        // Safe: the bytes live until the next step and are copied here.
        guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else {
            noteMissing()
            return ""
        }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Lends the bytes of a blob (or a text) without a copy.
    @inlinable
    package func withBytes<Result, Failure: Error>(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe: the bytes live until the next step, and `body` cannot step.
        try unsafe body(blob(column))
    }

    /// Safe: for the time until the next step.
    @usableFromInline
    @unsafe package func blob(_ column: Int) -> UnsafeRawBufferPointer {
        let start = unsafe sqlite3_column_blob(handle, Int32(column))
        if unsafe start == nil { noteMissing() }
        let count = Int(unsafe sqlite3_column_bytes(handle, Int32(column)))
        return unsafe UnsafeRawBufferPointer(start: start, count: unsafe start == nil ? 0 : count)
    }

    /// To be called at once after SQLite gave no address, which is also that of NULL and of no bytes.
    // Safe: only reads the state of the connection.
    private func noteMissing() {
        if unsafe sqlite3_errcode(sqlite3_db_handle(handle)) & 0xff == SQLITE_NOMEM { lacksValue = true }
    }

    // Safe: copied while the row is there.
    package func bytes(_ column: Int) -> [UInt8] { unsafe withBytes(column) { unsafe Array($0) } }

    package func signedBytes(_ column: Int) -> [Int8] {
        unsafe withBytes(column) { bytes in unsafe bytes.map { Int8(bitPattern: $0) } }
    }
}

extension Statement {
    /// The column as it is stored.
    package func value(_ column: Int) -> Value {
        // Safe: reads the type of a column of the statement's current row.
        switch unsafe sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(bytes(column))
        default: .null
        }
    }

    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    package func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : integer(column) }
    package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}
