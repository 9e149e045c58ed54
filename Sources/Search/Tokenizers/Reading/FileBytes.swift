internal import Essentials

/// The bytes of a file in memory of their own, which many cursors read without counting references.
///
/// Safe: the memory lives as long as the object and never changes; each place is checked.
@safe final class FileBytes: @unchecked Sendable {
    let count: Int
    private let memory: UnsafeMutablePointer<UInt8>

    init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe memory = .allocate(capacity: max(count, 1))
        unsafe bytes.withUnsafeBufferPointer {
            // Safe: as many bytes as the array has.
            if let start = $0.baseAddress { unsafe memory.initialize(from: start, count: $0.count) }
        }
    }

    /// Reads a regular file of at most ``Limits/fileBytes``.
    init(path: String) throws(TokenizerError) {
        // Safe: the call gets the path as text that ends with NUL. It does not wait for a pipe.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(Self.systemReason) }
        defer { close(descriptor) }
        var status = stat()
        // Safe: the structure is filled before it is read.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable("no file")
        }
        guard 0...Limits.fileBytes ~= Int(status.st_size) else {
            throw .malformed("too long", offset: Limits.fileBytes)
        }
        let size = Int(status.st_size)
        unsafe memory = .allocate(capacity: max(size, 1))
        var done = 0
        while done < size {
            // Safe: what is left of the memory.
            let taken = unsafe read(descriptor, memory + done, size - done)
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else { break }
            done += taken
        }
        count = done
        guard done == size else { throw .unreadable("it changed while it was read") }
    }

    deinit { unsafe memory.deallocate() }

    /// The system's words for its last refusal.
    private static var systemReason: String {
        // Safe: the text is copied at once.
        unsafe String(cString: strerror(errno))
    }

    subscript(place: Int) -> UInt8 {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
        return unsafe memory[place]
    }

    /// Appends the bytes of a range to `text`.
    func append(_ range: Range<Int>, to text: inout [UInt8]) {
        precondition(0 <= range.lowerBound && range.upperBound <= count)
        // Safe: the range is within the memory.
        unsafe text.append(contentsOf: UnsafeBufferPointer(start: memory + range.lowerBound, count: range.count))
    }

    func text(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        append(range, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
